// Few enough that a batch is gone before the garbage collector moves it to where collecting is expensive.
const MOST_ROWS = 128
/** An explanation or a reply may have a megabyte, and few of these are enough for a batch. */
const MOST_CHARACTERS = 1_000_000

/** Turns rows into items and puts these together, in their order; `sizeOf` says roughly how many characters a row has. */
export function* inBatches<Row, Item>(
  rows: Iterable<Row>,
  toItem: (row: Row) => Item,
  sizeOf: (row: Row) => number,
): Generator<Item[]> {
  let batch: Item[] = []
  let characters = 0
  for (const row of rows) {
    batch.push(toItem(row))
    characters += sizeOf(row)
    if (batch.length < MOST_ROWS && characters < MOST_CHARACTERS) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
