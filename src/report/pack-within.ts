// Keeps the page below a size by shortening explanations, no more than it must.

import type { ReportedAnswer } from './answered-case.ts'
import { type PackedCases, type PackOptions, packCases } from './pack-cases.ts'

/** Nobody reads less than this to know why; where even these are too many, the page is larger. */
export const SHORTEST_EXPLANATION = 80
/** Of the room, how much is aimed for: what was measured on explanations of another length is not exact. */
const AIM = 0.96
/** A first try is given up when a part of the cases says that all will be too large. */
const TELLING_SHARE = 0.1

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
  options: Omit<PackOptions, 'longest' | 'isHopeless'>,
): Promise<PackedCases & { longest: number }> {
  const { cases } = options.summary
  const seen = { size: 0, cases: 0 }
  const isHopeless = (size: number, done: number) => {
    seen.size = size
    seen.cases = done
    return size > room || (done > cases * TELLING_SHARE && (size / done) * cases > room * 1.2)
  }
  const whole = await packCases(answers(), { ...options, longest: Infinity, isHopeless })
  if (whole) return { ...whole, longest: Infinity }
  const list = lengths()
  const expected = (seen.size / Math.max(seen.cases, 1)) * cases
  for (let longest = chooseLongest(list, (room * AIM) / expected); ; longest = Math.floor(longest * 0.85)) {
    const cut = Math.max(longest, SHORTEST_EXPLANATION)
    const packed = await packCases(answers(), { ...options, longest: cut })
    if (packed && (packed.size <= room || cut === SHORTEST_EXPLANATION)) return { ...packed, longest: cut }
  }
}

/** Where to cut so that this share of all characters is left. */
export function chooseLongest(lengths: ExplanationLength[], share: number): number {
  const sorted = lengths.toSorted((a, b) => a.length - b.length)
  let left = sorted.reduce((sum, { answers }) => sum + answers, 0)
  const all = sorted.reduce((sum, { length, answers }) => sum + length * answers, 0)
  let room = all * share
  for (const { length, answers } of sorted) {
    // Everyone who is left gets the same.
    if (room / left < length) return Math.floor(room / left)
    room -= length * answers
    left -= answers
  }
  return sorted.at(-1)?.length ?? 0
}
