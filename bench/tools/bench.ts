/** One thing that is measured; it lives in the file of its name. */
export interface Bench {
  /** What it measures, in a line. */
  measures: string
  /** In `npm run bench` without names; with `--peer`, which lets another program do the same job; or only by its name. */
  when: 'always' | 'peer' | 'named'
  run(): Promise<Measured[]>
}

export interface Measured {
  what: string
  /** A ratio, mostly: two things measured in the same minute on the same machine. */
  value: number
  unit: string
  /** What it is held against: `most` or `least`. Absent: for information. */
  target?: { most: number } | { least: number }
  /** The parts of a ratio, and under which conditions. */
  note?: string
}

export function isMet({ value, target }: Measured): boolean | undefined {
  if (!target) return undefined
  return 'most' in target ? value <= target.most : value >= target.least
}

/** The one in the middle: a noisy machine makes some runs slow, never fast. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
