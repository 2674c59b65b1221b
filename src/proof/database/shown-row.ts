import type { ShownRow } from '../../witness.ts'

/** A row, given as JSON, with every value as text: `{"id": 7, "tags": ["a"]}` becomes `{id: '7', tags: '["a"]'}`. */
export function shownRow(image: string): ShownRow {
  const row: Record<string, unknown> = JSON.parse(image)
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
}
