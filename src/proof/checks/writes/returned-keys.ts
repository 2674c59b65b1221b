// Finds the rows of a table that a result seems to hold, by their keys. An id of one table may be an id of another, and
// a key may have another name in the result: `confirm-returned.ts` makes sure.

import type { Outcome } from '../../cases/outcome.ts'
import type { Table } from '../../postgres/catalog.ts'
import { identifier, literal } from '../../sql/sql-text.ts'

type Result = Pick<Outcome, 'columns' | 'rows'>

/** Rows of a table, given by the values of these columns. */
export interface Keys {
  columns: string[]
  values: string[][]
  /** The values were found in JSON. */
  isNested: boolean
}

/** The rows of the table that the result may hold: by the result's key column, and by keys in objects of JSON. */
export function possibleRows(table: Table, queryKey: string, result: Result): Keys[] {
  return [plainKeys(table, queryKey, result), nestedKeys(table, result)].filter(({ values }) => values.length > 0)
}

/** Keys in columns of the result. */
function plainKeys({ primaryKey }: Table, queryKey: string, { columns, rows }: Result): Keys {
  // A key of one column may have another name in the result. Of a key of several columns, one must have its own name.
  const key = primaryKey.length === 1 ? primaryKey[0] : primaryKey.find(column => column === queryKey)
  if (key === undefined || !columns.includes(queryKey)) return { columns: [], values: [], isNested: false }
  // The further columns of the key, as far as the result has them.
  const others = primaryKey.filter(column => column !== key && columns.includes(column))
  const positions = [queryKey, ...others].map(column => columns.indexOf(column))
  const found = rows.map(row => positions.map(position => row[position] ?? null))
  const values = found.filter((row): row is string[] => row.every(value => value !== null))
  return { columns: [key, ...others], values, isNested: false }
}

/** Keys in objects of JSON that have the whole key and another column of the table. */
function nestedKeys({ primaryKey, columns }: Table, { rows }: Result): Keys {
  const values: string[][] = []
  const isKey = (name: string) => primaryKey.includes(name)
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    const names = Object.keys(value)
    const key = primaryKey.map(name => (value as Record<string, unknown>)[name])
    const isRow = names.some(name => !isKey(name) && columns.some(column => column.name === name))
    if (isRow && key.length > 0 && key.every(part => part != null)) values.push(key.map(String))
    Object.values(value).forEach(walk)
  }
  for (const cell of rows.flat()) if (cell !== null && /^\s*[[{]/.test(cell)) walk(parsed(cell))
  return { columns: primaryKey, values, isNested: true }
}

/** The value of JSON; undefined for an array as PostgreSQL writes it, which looks like JSON. */
function parsed(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

/** The SQL condition that picks these rows out of the table. */
export function hasOneOfKeys(table: string, { columns, values }: Keys): string {
  const own = columns.map(column => `${identifier(table)}.${identifier(column)}::text`)
  const list = values.map(value => `(${value.map(part => literal(part, 'text')).join(', ')})`)
  return `(${own.join(', ')}) in (${list.join(', ')})`
}
