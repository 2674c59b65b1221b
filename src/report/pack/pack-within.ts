// Keeps the page below a size by shortening explanations, no more than it must.

import type { AnswerBatches } from './answered-case.ts'
import { type PackedCases, type PackOptions, packCases } from './pack-cases.ts'

/** Nobody reads less than this to know why; where even these are too many, the page is larger. */
export const SHORTEST_EXPLANATION = 80
/** Of the room, how much is aimed for: what was measured on a sample is not exact for all. */
const AIM = 0.96
/** A sample of fewer cases says little; then all are taken, as they are soon done. */
const SMALLEST_SAMPLE = 40

/** The stored answers, as often as they are wanted. */
export interface AnswerSource {
  /** In the order of cases, in batches. */
  all(): AnswerBatches
  /** All answers to one case in so many, chosen blindly. */
  sample(): AnswerBatches
  sampleStep: number
}

/**
 * Packs everything whole if that takes no more than there is room for so many cases, in characters; else with explanations
 * cut where all together fit.
 */
export async function packWithin(
  roomFor: (cases: number) => number,
  source: AnswerSource,
  options: Omit<PackOptions, 'longest' | 'isEnough'>,
): Promise<PackedCases & { longest: number }> {
  const sample = await packCases(source.sample(), { ...options, longest: Infinity })
  const isTelling = sample.cases.length >= SMALLEST_SAMPLE
  const room = roomFor(sample.cases.length * source.sampleStep)
  if (!isTelling || sample.size * source.sampleStep <= room * 1.2) {
    const whole = await packCases(source.all(), { ...options, longest: Infinity, isEnough: size => size > room })
    if (whole.isWhole && whole.size <= room) return { ...whole, longest: Infinity }
  }
  // The same cases with and without most of their explanations: the difference is what explanations cost.
  const some = isTelling ? source.sample : source.all
  const full = isTelling ? sample : await packCases(some(), { ...options, longest: Infinity })
  const bare = await packCases(some(), { ...options, longest: SHORTEST_EXPLANATION })
  const price = (full.size - bare.size) / Math.max(full.kept - bare.kept, 1)
  // Of all, there are so many times more.
  const times = isTelling ? source.sampleStep : 1
  let measured = { size: bare.size * times, kept: bare.kept * times }
  for (;;) {
    const characters = measured.kept + (room * AIM - measured.size) / price
    const longest = chooseLongest(full.lengths, characters / times)
    const packed = await packCases(source.all(), { ...options, longest })
    if (packed.size <= room || longest === SHORTEST_EXPLANATION) return { ...packed, longest }
    measured = packed
  }
}

/** Where to cut explanations of these lengths so that so many characters are left. */
export function chooseLongest(lengths: number[], characters: number): number {
  const sorted = lengths.toSorted((a, b) => a - b)
  let room = characters
  for (const [nth, length] of sorted.entries()) {
    // Everyone who is left gets the same.
    const share = room / (sorted.length - nth)
    if (share < length) return Math.max(SHORTEST_EXPLANATION, Math.floor(share))
    room -= length
  }
  return Math.max(SHORTEST_EXPLANATION, sorted.at(-1) ?? 0)
}
