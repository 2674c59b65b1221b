/** At most so many of the values, evenly spread over the list, and the same ones each time: 2 of `[a, b, c, d]` are `[a, c]`. */
export function sampleEvenly<T>(values: T[], most: number): T[] {
  const step = Math.max(1, Math.ceil(values.length / most))
  return values.filter((_, index) => index % step === 0)
}
