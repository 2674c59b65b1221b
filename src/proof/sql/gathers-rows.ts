/** What puts many rows, or all that a loop comes by, into one list. */
const GATHERS =
  /_agg\s*\(|\bjson_(?:array|object)agg\b|\b(?:json_)?array\s*\(|\b(?:array_(?:append|prepend|cat)|loop|aggregate)\b/i

/** Whether this SQL may put many rows into one list; else a list has as many elements as a row itself brings along. */
export function gathersRows(sql: string): boolean {
  return GATHERS.test(sql)
}
