// Which rows of a table a result seems to hold, by their keys. Ids of one table may be those of another, and a key may have
// another name in the result: `confirm-returned.ts` finds out.

import type { Outcome } from '../../cases/outcome.ts'
import type { Table } from '../../postgres/catalog.ts'
import { identifier, literal } from '../../sql/sql-text.ts'

type Result = Pick<Outcome, 'columns' | 'rows'>

/** Rows of a table by the values of these columns. */
export interface Keys {
  columns: string[]
  values: string[][]
  /** They stand in JSON. */
  isNested: boolean
}

/** What may be rows of the table: by the column that names a row of the result, or by their own key in objects of JSON. */
export function possibleRows(table: Table, queryKey: string, result: Result): Keys[] {
  return [plainKeys(table, queryKey, result), nestedKeys(table, result)].filter(({ values }) => values.length > 0)
}

function plainKeys({ primaryKey }: Table, queryKey: string, { columns, rows }: Result): Keys {
  // A key of one column may have another name in the result; of several, one must be there by its own.
  const key = primaryKey.length === 1 ? primaryKey[0] : primaryKey.find(column => column === queryKey)
  if (key === undefined || !columns.includes(queryKey)) return { columns: [], values: [], isNested: false }
  // Of a key of several columns, all that the result has.
  const others = primaryKey.filter(column => column !== key && columns.includes(column))
  const places = [queryKey, ...others].map(column => columns.indexOf(column))
  const found = rows.map(row => places.map(place => row[place] ?? null))
  const values = found.filter((row): row is string[] => row.every(value => value !== null))
  return { columns: [key, ...others], values, isNested: false }
}

/** An object that has the key and something else of the table. */
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

/** An array as PostgreSQL writes it looks like JSON, too. */
function parsed(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

/** What holds of these rows of the table alone. */
export function isOneOf(table: string, { columns, values }: Keys): string {
  const own = columns.map(column => `${identifier(table)}.${identifier(column)}::text`)
  const list = values.map(value => `(${value.map(part => literal(part, 'text')).join(', ')})`)
  return `(${own.join(', ')}) in (${list.join(', ')})`
}
