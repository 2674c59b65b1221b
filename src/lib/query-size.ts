import { QUERY_SHAPES } from '../domain.ts'

const SIZES = QUERY_SHAPES.map(({ good, bad }) => good + bad).sort((a, b) => a - b)

/** How many cases a whole query has: the fewest that have room for the numbers of these files. */
export function querySize(files: string[]): number {
  const last = Math.max(0, ...files.map(file => Number(/-(\d\d)-(?:good|bad)\.md$/.exec(file)?.[1] ?? 0)))
  return SIZES.find(size => size >= last) ?? SIZES.at(-1) ?? 0
}
