// Which rows of the seed matter to which calls: a call gives something else once the row is gone.

import type { Program, Step } from '../../cases/kind.ts'
import { digestText } from '../../cases/outcome.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { Value } from '../../plan/plan.ts'
import { identifier } from '../../sql/sql-text.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import { withoutTriggers } from '../../worlds/world-sql.ts'
import { isAt, type SeedRow } from './row-changes.ts'

/** A row, with the positions of the calls that it matters to. */
export interface MatteringRow extends SeedRow {
  calls: number[]
  /** The primary key, for people. */
  id: string
  /** The values of the columns that say which row this is, and which rows it points at. */
  keys: string[]
}

/** The rows of the tables, those that matter to no call too. */
export async function matteringRows(
  database: TestDatabase,
  program: Program,
  calls: Step[],
  tables: string[],
): Promise<MatteringRow[]> {
  const sequences = calls.map(call => [call])
  const textsIn = async (sql: string) => {
    await using world = await openWorld(database, { ...UNCHANGED, sql })
    if (world.unbuilt !== undefined) return undefined
    return (await program.run(sequences, 'work')).map(digest => digestText(digest, program.facts.asksForOrder))
  }
  const before = (await textsIn('')) ?? []
  const found: MatteringRow[] = []
  for (const row of await seedRows(database, tables)) {
    const after = await textsIn(withoutTriggers([`delete from ${identifier(row.table)} where ${isAt(row)}`]))
    const differs = after ? [...before.keys()].filter(at => before[at] !== after[at]) : []
    found.push({ ...row, calls: differs })
  }
  return found
}

async function seedRows({ session, tables }: TestDatabase, names: string[]): Promise<Omit<MatteringRow, 'calls'>[]> {
  const rows: Omit<MatteringRow, 'calls'>[] = []
  for (const table of names) {
    const { columns = [], primaryKey = [], isPartitioned } = tables.get(table) ?? {}
    const place = isPartitioned ? "tableoid || ' ' || ctid::text" : 'ctid::text'
    const text = (name: string) => `${identifier(name)}::text`
    const id = `concat_ws(', ', ${primaryKey.length > 0 ? primaryKey.map(text).join(', ') : place})`
    const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => text(name))
    const [result] = await session.run(
      `select ${[place, id, ...keys].join(', ')} from ${identifier(table)} order by tableoid, ctid`,
    )
    for (const [location, name, ...values] of result?.rows ?? [])
      rows.push({ table, location: location ?? '', id: name ?? '', keys: values.filter(value => value !== null) })
  }
  return rows
}

/** All values of a call: what the server sets and what the client sends, and each element of a list. */
export function valuesOf({ context, parameters }: Step): string[] {
  const elements = (value: Value): string[] => {
    if (value === null) return []
    const list = /^\{(.*)\}$/s.exec(value)?.[1]
    return list === undefined ? [value] : list.split(',').map(element => element.replace(/^"|"$/g, ''))
  }
  return [...new Set([...Object.values(context), ...Object.values(parameters)].flatMap(elements))]
}
