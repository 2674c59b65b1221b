/** The positions of one value in each list. */
type Row = number[]

/**
 * Rows in which any two values of two lists stand together, apart from those that stand together in `made`. The first
 * value of a list fills the places that need no other. The rows are always the same. decisions/019-call-plan.md says
 * why this is no library.
 */
export function pairwise(lengths: number[], made: Row[] = []): Row[] {
  const pairs = openPairs(lengths)
  for (const row of made) pairs.close(row)
  const rows: Row[] = []
  for (let start = pairs.next(); start; start = pairs.next()) {
    const row = new Map(start)
    for (const list of lengths.keys()) {
      if (!row.has(list)) row.set(list, pairs.bestValue(row, list, rows.length))
    }
    const full = lengths.map((_, list) => row.get(list) ?? 0)
    pairs.close(full)
    rows.push(full)
  }
  return rows
}

/** The pairs that stand together in no row yet: they are open. */
function openPairs(lengths: number[]) {
  // All values of all lists are numbered. A pair is open while its byte is 1; the smaller number comes first.
  const starts = lengths.map((_, list) => sum(lengths.slice(0, list)))
  const size = sum(lengths)
  const listOf = lengths.flatMap((length, list) => Array<number>(length).fill(list))
  const isOpen = new Uint8Array(size ** 2)
  const numberOf = (list: number, value: number) => (starts[list] ?? 0) + value
  const indexOf = (one: number, other: number) => Math.min(one, other) * size + Math.max(one, other)
  for (let one = 0; one < size; one++) {
    for (let other = one + 1; other < size; other++) if (listOf[one] !== listOf[other]) isOpen[indexOf(one, other)] = 1
  }
  const placeOf = (number: number): [list: number, value: number] => {
    const list = listOf[number] ?? 0
    return [list, number - (starts[list] ?? 0)]
  }
  let position = 0

  return {
    close(row: Row): void {
      const numbers = row.map((value, list) => numberOf(list, value))
      for (const one of numbers) for (const other of numbers) isOpen[indexOf(one, other)] = 0
    },
    next(): [list: number, value: number][] | undefined {
      while (position < isOpen.length && isOpen[position] === 0) position++
      return position < isOpen.length ? [placeOf(Math.floor(position / size)), placeOf(position % size)] : undefined
    },
    /** The value of the list that makes the most new pairs with the values of the row. */
    bestValue(row: Map<number, number>, list: number, nthRow: number): number {
      const numbers = [...row].map(([other, value]) => numberOf(other, value))
      const length = lengths[list] ?? 0
      let [best, most] = [0, 0]
      for (let nth = 0; nth < length; nth++) {
        // Among equals, each row takes another value: if all took the first, the last rows would have few new pairs.
        const value = (nth + nthRow) % length
        const gain = sum(numbers.map(number => isOpen[indexOf(number, numberOf(list, value))] ?? 0))
        if (gain > most) [best, most] = [value, gain]
      }
      return best
    },
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
