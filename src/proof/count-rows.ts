import type { Outcome } from './make-call.ts'

/** Rows, or the elements of arrays and JSON in them, whichever are more. */
export function countRows({ rows }: Pick<Outcome, 'rows'>): number {
  const elements = rows.reduce((sum, row) => sum + row.reduce((most, cell) => Math.max(most, elementsOf(cell)), 0), 0)
  return Math.max(rows.length, elements)
}

function elementsOf(cell: string | null): number {
  if (cell === null || !/^\s*[[{]/.test(cell)) return 0
  try {
    return longestArray(JSON.parse(cell))
  } catch {
    return arrayLength(cell)
  }
}

/** One row written as an object has fewer keys; more are those of many rows, as `jsonb_object_agg` gives them. */
const MOST_COLUMNS = 64

function longestArray(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((most, one) => Math.max(most, longestArray(one)), value.length)
  if (value === null || typeof value !== 'object') return 0
  const values = Object.values(value)
  return Math.max(values.length > MOST_COLUMNS ? values.length : 0, ...values.map(longestArray))
}

/** Of an array as PostgreSQL writes it: `{a,"b,c"}` has two elements. */
function arrayLength(text: string): number {
  if (text === '{}') return 0
  const bare = text.replace(/"(?:\\.|[^"\\])*"/g, '""')
  return bare.split(',').length
}
