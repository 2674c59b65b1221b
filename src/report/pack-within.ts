// Keeps the page below a size by shortening explanations, no more than it must.

import type { ReportedAnswer } from './answered-case.ts'
import { type PackedCases, type PackOptions, packCases } from './pack-cases.ts'

/** Nobody reads less than this to know why; where even these are too many, the page is larger. */
export const SHORTEST_EXPLANATION = 80
/** Of the room, how much is aimed for: what was measured on some cases is not exact for all. */
const AIM = 0.93
/** This share of the cases tells whether all will be too large, and what characters cost. */
const SAMPLE = 0.05

export interface ExplanationLength {
  /** Characters. */
  length: number
  answers: number
}

/**
 * Packs everything whole if that takes no more than `room` characters, else with explanations cut where all together fit.
 * `answers` is called once for each try; `lengths` says how long the explanations are.
 */
export async function packWithin(
  room: number,
  answers: () => Iterable<ReportedAnswer>,
  lengths: () => ExplanationLength[],
  options: Omit<PackOptions, 'longest' | 'isEnough'>,
): Promise<PackedCases & { longest: number }> {
  const { cases } = options.summary
  const isHopeless = (size: number, done: number) =>
    size > room || (done > cases * SAMPLE && (size / done) * cases > room * 1.2)
  const whole = await packCases(answers(), { ...options, longest: Infinity, isEnough: isHopeless })
  if (whole.isWhole && whole.size <= room) return { ...whole, longest: Infinity }
  // The same cases without most of their explanations: the difference is what explanations cost.
  const sampled = whole.index.cases.length
  const bare = await packCases(answers(), {
    ...options,
    longest: SHORTEST_EXPLANATION,
    isEnough: (_, done) => done >= sampled,
  })
  const price = (whole.size - bare.size) / Math.max(whole.kept - bare.kept, 1)
  const list = lengths()
  let measured = { size: (bare.size / sampled) * cases, kept: sumOfLengths(list, SHORTEST_EXPLANATION) }
  for (;;) {
    const longest = chooseLongest(list, measured.kept + (room * AIM - measured.size) / price)
    const packed = await packCases(answers(), { ...options, longest })
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
