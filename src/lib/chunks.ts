/** The items in their order, `size` at a time: `[1, 2, 3]` by 2 is `[1, 2]` and `[3]`. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, nth) => items.slice(nth * size, (nth + 1) * size))
}
