/** The values of a cell: of JSON, and of a row in one cell such as `(f,"not yours")`, each of them. */
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
    // An array as PostgreSQL writes it.
    return [cell]
  }
}
