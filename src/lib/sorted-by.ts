/** Sorted by a text of each, by character codes: the same order on every machine, whatever its language. */
export function sortedBy<T>(list: readonly T[], text: (one: T) => string): T[] {
  return list
    .map(one => ({ one, text: text(one) }))
    .toSorted((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
    .map(({ one }) => one)
}
