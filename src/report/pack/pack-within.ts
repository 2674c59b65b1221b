// Keeps the page below a size limit by shortening explanations, as little as possible.

import type { AnswerBatches } from './answered-case.ts'
import { type PackedCases, type PackOptions, packCases } from './pack-cases.ts'

/** Explanations are never cut below this length. When they are still too long, the page exceeds its limit. */
export const SHORTEST_EXPLANATION = 80
/** The share of the limit to aim for, because figures of a sample are not exact for all cases. */
const TARGET_SHARE = 0.96
/** With fewer cases in the sample, all cases are measured instead, which then takes little time. */
const SMALLEST_SAMPLE = 40

/** The stored answers. They can be read several times. */
export interface AnswerSource {
  /** In the order of cases, in batches. */
  all(): AnswerBatches
  /** All answers to one case in every `sampleStep` cases. The choice does not depend on what the answers say. */
  sample(): AnswerBatches
  sampleStep: number
}

/**
 * Packs all explanations whole when the result fits into `roomFor(cases)` characters. Otherwise cuts the longest
 * explanations until the result fits.
 */
export async function packWithin(
  roomFor: (cases: number) => number,
  source: AnswerSource,
  options: Omit<PackOptions, 'longest' | 'shouldStop'>,
): Promise<PackedCases & { longest: number }> {
  const sample = await packCases(source.sample(), { ...options, longest: Infinity })
  const isLargeEnough = sample.cases.length >= SMALLEST_SAMPLE
  const room = roomFor(sample.cases.length * source.sampleStep)
  if (!isLargeEnough || sample.size * source.sampleStep <= room * 1.2) {
    const whole = await packCases(source.all(), { ...options, longest: Infinity, shouldStop: size => size > room })
    if (whole.isWhole && whole.size <= room) return { ...whole, longest: Infinity }
  }
  // The same cases with whole and with the shortest explanations: the difference is the size of the explanations.
  const some = isLargeEnough ? source.sample : source.all
  const full = isLargeEnough ? sample : await packCases(some(), { ...options, longest: Infinity })
  const shortest = await packCases(some(), { ...options, longest: SHORTEST_EXPLANATION })
  const sizePerCharacter = (full.size - shortest.size) / Math.max(full.kept - shortest.kept, 1)
  // How many times more cases there are than were measured.
  const times = isLargeEnough ? source.sampleStep : 1
  let measured = { size: shortest.size * times, kept: shortest.kept * times }
  for (;;) {
    const characters = measured.kept + (room * TARGET_SHARE - measured.size) / sizePerCharacter
    const longest = chooseLongest(full.lengths, characters / times)
    const packed = await packCases(source.all(), { ...options, longest })
    if (packed.size <= room || longest === SHORTEST_EXPLANATION) return { ...packed, longest }
    measured = packed
  }
}

/** The length at which to cut explanations so that at most `characters` are left in total. */
export function chooseLongest(lengths: number[], characters: number): number {
  const sorted = lengths.toSorted((a, b) => a - b)
  let room = characters
  for (const [nth, length] of sorted.entries()) {
    // The remaining explanations share the remaining room equally.
    const share = room / (sorted.length - nth)
    if (share < length) return Math.max(SHORTEST_EXPLANATION, Math.floor(share))
    room -= length
  }
  return Math.max(SHORTEST_EXPLANATION, sorted.at(-1) ?? 0)
}
