// Which rows of a table a result holds. Ids of one table may be those of another, and a key may have another name in the
// result: what looks like a row of the table is one only if it does not come back once the row is gone.

import { makeCall, type Outcome } from '../../cases/sql/make-call.ts'
import type { Parameters } from '../../inputs/call-plan.ts'
import type { Table } from '../../postgres/catalog.ts'
import { identifier, literal } from '../../sql/sql-text.ts'
import { withoutTriggers } from '../../worlds/world-sql.ts'
import { type Actor, callerOf, type Entry, type Trial } from '../trial.ts'
import type { Judgement, Offence } from './judge.ts'

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

/** The judgement without rows that come back just the same when they are gone. Inside a world. */
export async function confirmReturned(
  trial: Trial,
  actor: Actor,
  entry: Entry,
  parameters: Parameters,
  outcome: Outcome,
  judgement: Judgement,
): Promise<Judgement> {
  const { database } = trial
  const offences: Offence[] = []
  for (const offence of judgement.offences) {
    const { returned } = offence
    const table = database.tables.get(returned?.table ?? '')
    if (!returned || !table) {
      offences.push(offence)
      continue
    }
    const { keys } = returned
    const gone = `delete from ${identifier(table.name)} where ${isOneOf(table.name, keys)}`
    await database.session.run(withoutTriggers([gone]))
    // Takes the deletion back, too.
    const without = await makeCall(callerOf(trial, entry, actor), entry.prepared, parameters)
    const count = (result: Result, key: string) =>
      possibleRows(table, entry.query.key, result)
        .filter(({ isNested }) => isNested === keys.isNested)
        .flatMap(({ values }) => values)
        .filter(value => String(value) === key).length
    const real = keys.values.map(String).find(key => count(without, key) < count(outcome, key))
    if (real !== undefined) offences.push({ ...offence, what: returned.tell(real) })
  }
  return { ...judgement, offences }
}
