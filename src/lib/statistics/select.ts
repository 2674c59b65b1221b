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

/** The same where each value stands for as many equal ones as `times` says. */
export function selectCounted(values: Float64Array, times: Uint16Array, index: number): number | undefined {
  let left = 0
  let right = values.length - 1
  let before = 0
  while (left < right) {
    const pivot = values[(left + right) >> 1] as number
    let low = left
    let high = right
    while (low <= high) {
      while ((values[low] as number) < pivot) low++
      while ((values[high] as number) > pivot) high--
      if (low > high) break
      swap(values, low, high)
      swap(times, low++, high--)
    }
    // Up to `high` none is larger than the pivot, from `low` on none is smaller, and between them are equals.
    const atHigh = before + sumOf(times, left, high)
    const beforeLow = atHigh + sumOf(times, high + 1, low - 1)
    if (index < atHigh) right = high
    else if (index < beforeLow) return pivot
    else {
      before = beforeLow
      left = low
    }
  }
  return values[left]
}

function swap(list: Float64Array | Uint16Array, a: number, b: number): void {
  const value = list[a] as number
  list[a] = list[b] as number
  list[b] = value
}

function sumOf(times: Uint16Array, from: number, to: number): number {
  let sum = 0
  for (let place = from; place <= to; place++) sum += times[place] as number
  return sum
}
