import type { Outcome } from '../../cases/outcome.ts'

/** What is known of the lists (arrays and JSON) in a result. */
export interface Lists {
  /** Each list may hold many rows, as `array_agg` makes it. */
  areGathered: boolean
  /** The lists that are stored in columns, as PostgreSQL and as JSON write them: the tags of a ticket are no rows. */
  stored: ReadonlySet<string>
}

/** The number of rows, or of elements in all lists of the rows together, whichever is greater. */
export function countRows({ rows }: Pick<Outcome, 'rows'>, { areGathered, stored }: Lists): number {
  const elements = rows.flatMap(row => row.map(cell => elementsOf(cell, stored)))
  const inLists = areGathered ? sum(elements) : Math.max(0, ...elements)
  return Math.max(rows.length, inLists)
}

function elementsOf(cell: string | null, stored: Lists['stored']): number {
  if (cell === null || !/^\s*[[{]/.test(cell) || stored.has(cell)) return 0
  try {
    return elementsIn(JSON.parse(cell), stored)
  } catch {
    return arrayLength(cell)
  }
}

/**
 * A JSON object with more keys than this holds many rows, as `jsonb_object_agg` makes it, and not the columns of one
 * row.
 */
const MOST_COLUMNS = 64

function elementsIn(value: unknown, stored: Lists['stored']): number {
  if (value === null || typeof value !== 'object' || stored.has(JSON.stringify(value))) return 0
  const values = Object.values(value)
  const own = Array.isArray(value) || values.length > MOST_COLUMNS ? values.length : 0
  return own + sum(values.map(one => elementsIn(one, stored)))
}

/**
 * The length of an array as PostgreSQL writes it: `{a,"b,c"}` has two elements, and so has the multirange
 * `{[1,3),[5,8)}`.
 */
function arrayLength(text: string): number {
  if (text === '{}') return 0
  const bare = text.replace(/"(?:\\.|[^"\\])*"/g, '""')
  const ranges = /^\{[[(]/.test(bare) ? bare.match(/[[(][^,]*,[^,]*[\])]/g) : undefined
  return ranges?.length ?? bare.split(',').length
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
