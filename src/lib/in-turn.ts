/** The first of each list, then the second of each: `[[1, 2], [3]]` is `[1, 3, 2]`. */
export function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, nth) => lists.flatMap(list => list.slice(nth, nth + 1))).flat()
}
