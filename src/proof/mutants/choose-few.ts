import { hash } from '../../lib/hash.ts'

/** At most so many mutants of each operator, always the same ones: a hash of what they change decides. */
export function chooseFew<T extends { operator: string }>(
  all: readonly T[],
  most: number,
  text: (one: T) => string,
): T[] {
  const rank = (one: T) => hash(one.operator, text(one))
  return [...Map.groupBy(all, ({ operator }) => operator).values()].flatMap(group =>
    group
      .map(one => ({ one, rank: rank(one) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, most)
      .map(({ one }) => one),
  )
}
