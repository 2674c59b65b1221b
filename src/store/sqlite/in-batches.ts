const MOST_ROWS = 512
/** An explanation or a reply may have a megabyte, and few of these are enough for a batch. */
const MOST_CHARACTERS = 1_000_000

/** Puts rows together, in their order; `sizeOf` says how many characters a row has, roughly. */
export function* inBatches<Row>(rows: Iterable<Row>, sizeOf: (row: Row) => number): Generator<Row[]> {
  let batch: Row[] = []
  let characters = 0
  for (const row of rows) {
    batch.push(row)
    characters += sizeOf(row)
    if (batch.length < MOST_ROWS && characters < MOST_CHARACTERS) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
