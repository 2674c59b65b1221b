// Keeps the page below a size by shortening explanations, no more than it must.

import type { ReportedAnswer } from './answered-case.ts'
import { type PackedCases, type PackOptions, packCases } from './pack-cases.ts'

/** Nobody reads less than this to know why; where even these are too many, the page is larger. */
export const SHORTEST_EXPLANATION = 80
/** Of the room, how much is aimed for: what was measured on a sample is not exact for all. */
const AIM = 0.96
/** A sample of fewer cases says little; then all are taken, as they are soon done. */
const SMALLEST_SAMPLE = 40

/** The stored answers, as often as they are wanted. */
export interface AnswerSource {
  /** In the order of cases. */
  all(): Iterable<ReportedAnswer>
  /** All answers to some of the cases, chosen blindly. */
  sample(): Iterable<ReportedAnswer>
  lengths(): ExplanationLength[]
}

export interface ExplanationLength {
  /** Characters. */
  length: number
  answers: number
}

/** Packs everything whole if that takes no more than `room` characters, else with explanations cut where all together fit. */
export async function packWithin(
  room: number,
  source: AnswerSource,
  options: Omit<PackOptions, 'longest' | 'isEnough'>,
): Promise<PackedCases & { longest: number }> {
  const { cases } = options.summary
  const sample = await packCases(source.sample(), { ...options, longest: Infinity })
  const isTelling = sample.index.cases.length >= SMALLEST_SAMPLE
  const expected = isTelling ? (sample.size / sample.index.cases.length) * cases : 0
  if (expected <= room * 1.2) {
    const whole = await packCases(source.all(), { ...options, longest: Infinity, isEnough: size => size > room })
    if (whole.isWhole && whole.size <= room) return { ...whole, longest: Infinity }
  }
  // The same cases with and without most of their explanations: the difference is what explanations cost.
  const some = isTelling ? source.sample : source.all
  const full = isTelling ? sample : await packCases(some(), { ...options, longest: Infinity })
  const bare = await packCases(some(), { ...options, longest: SHORTEST_EXPLANATION })
  const price = (full.size - bare.size) / Math.max(full.kept - bare.kept, 1)
  const list = source.lengths()
  let measured = {
    size: (bare.size / Math.max(bare.index.cases.length, 1)) * cases,
    kept: sumOfLengths(list, SHORTEST_EXPLANATION),
  }
  for (;;) {
    const longest = chooseLongest(list, measured.kept + (room * AIM - measured.size) / price)
    const packed = await packCases(source.all(), { ...options, longest })
    if (packed.size <= room || longest === SHORTEST_EXPLANATION) return { ...packed, longest }
    measured = packed
  }
}

/** Where to cut so that so many characters are left of all. */
export function chooseLongest(lengths: ExplanationLength[], characters: number): number {
  const sorted = lengths.toSorted((a, b) => a.length - b.length)
  let left = sorted.reduce((sum, { answers }) => sum + answers, 0)
  let room = characters
  for (const { length, answers } of sorted) {
    // Everyone who is left gets the same.
    if (room / left < length) return Math.max(SHORTEST_EXPLANATION, Math.floor(room / left))
    room -= length * answers
    left -= answers
  }
  return Math.max(SHORTEST_EXPLANATION, sorted.at(-1)?.length ?? 0)
}

function sumOfLengths(lengths: ExplanationLength[], longest: number): number {
  return lengths.reduce((sum, { length, answers }) => sum + Math.min(length, longest) * answers, 0)
}
