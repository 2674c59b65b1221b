/**
 * Corrects the p-values of one family of tests, so that the chance of even one false alarm among them stays below any
 * level they are held against. S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
 * Statistics 6 (2), 1979, 65–70. In the order in which they were given.
 */
export function adjustByHolm(ps: number[]): number[] {
  const adjusted = new Array<number>(ps.length).fill(1)
  let largest = 0
  const smallestFirst = ps.map((p, place) => ({ p, place })).sort((a, b) => a.p - b.p)
  smallestFirst.forEach(({ p, place }, nth) => {
    largest = Math.max(largest, Math.min(1, p * (ps.length - nth)))
    adjusted[place] = largest
  })
  return adjusted
}
