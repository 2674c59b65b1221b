/**
 * The value that would stand at `index` if the values were sorted, for less than half the price of sorting them.
 * Puts the values in another order. C. A. R. Hoare, "Algorithm 65: Find", Communications of the ACM 4 (7), 1961.
 */
export function select(values: Float64Array, index: number): number | undefined {
  let left = 0
  let right = values.length - 1
  while (left < right) {
    const pivot = values[index] ?? 0
    let low = left
    let high = right
    while (low <= high) {
      while ((values[low] ?? 0) < pivot) low++
      while ((values[high] ?? 0) > pivot) high--
      if (low > high) break
      const value = values[low] ?? 0
      values[low++] = values[high] ?? 0
      values[high--] = value
    }
    if (high < index) left = low
    if (low > index) right = high
  }
  return values[index]
}
