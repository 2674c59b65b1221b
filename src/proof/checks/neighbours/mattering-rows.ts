// Which rows of the seed matter to which calls: a call gives something else once the row is gone.

import type { Program, Step } from '../../cases/kind.ts'
import { digestText } from '../../cases/outcome.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { identifier } from '../../sql/sql-text.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import { withoutTriggers } from '../../worlds/world-sql.ts'
import { isAt, type SeedRow } from './row-changes.ts'

/** A row, and the positions of the calls that it matters to. */
export interface MatteringRow extends SeedRow {
  calls: number[]
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

async function seedRows({ session, tables }: TestDatabase, names: string[]): Promise<SeedRow[]> {
  const rows: SeedRow[] = []
  for (const table of names) {
    const place = tables.get(table)?.isPartitioned ? "tableoid || ' ' || ctid::text" : 'ctid::text'
    const [result] = await session.run(`select ${place} from ${identifier(table)} order by tableoid, ctid`)
    for (const [location] of result?.rows ?? []) rows.push({ table, location: location ?? '' })
  }
  return rows
}
