interface Range {
  least: number
  most: number
}

/** A column is part of several measures. */
const KNOWN = new WeakMap<object, Range>()

export function rangeOf(sums: Uint16Array | Float64Array): Range {
  const range = KNOWN.get(sums) ?? findRange(sums)
  KNOWN.set(sums, range)
  return range
}

function findRange(sums: Uint16Array | Float64Array): Range {
  let [least, most] = [sums[0] ?? 0, sums[0] ?? 0]
  for (let index = 1; index < sums.length; index++) {
    const sum = sums[index] as number
    if (sum < least) least = sum
    if (sum > most) most = sum
  }
  return { least, most }
}
