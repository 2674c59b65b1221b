/** The values in a cell: all values of JSON, all fields of a row such as `(f,"not yours")`, or else the cell itself. */
export function cellValues(cell: string | null): (string | null)[] {
  const [, row] = /^\((.*)\)$/s.exec(cell ?? '') ?? []
  if (row !== undefined) {
    const fields = row.match(/"(?:[^"]|"")*"|[^,]+/g) ?? []
    return fields.map(field => field.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"'))
  }
  if (cell === null || !/^[[{]/.test(cell)) return [cell]
  const values: (string | null)[] = []
  try {
    JSON.parse(cell, (_, value: unknown) => {
      if (value === null || typeof value !== 'object') values.push(value === null ? null : String(value))
      return value
    })
    return values
  } catch {
    // An array as PostgreSQL writes it, such as `{1,2}`, is one value.
    return [cell]
  }
}
