// Opens a world of an actor. Where a constraint forbids a value of the world, the world is built without the column that
// the constraint names, or else without the table. What is left out is said.

import type { HiddenRow } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { ErrorDetails } from '../postgres/session.ts'
import { type OpenWorld, openWorld } from './open-world.ts'
import { type ActorWorld, joinBuilds, UNCHANGED, type WorldBuild } from './world.ts'

/** What a world leaves as it is, though a rule hides it. */
export interface LeftOut {
  table: string
  /** Absent: no hidden row of the table is changed. */
  column?: string
  /** The constraint, or else what PostgreSQL says. */
  because: string
}

export interface OpenActorWorld extends OpenWorld {
  /** The world as it was built: its rows have no column that was left out. */
  world: ActorWorld
  leftOut: LeftOut[]
}

/** After so many attempts the world is given up. */
const MOST_ATTEMPTS = 12

/** The parts of worlds that can be built, so that a second opening needs no attempts. */
const buildable = new WeakMap<ActorWorld, { hidden: HiddenRow[]; leftOut: LeftOut[] }>()

/** Opens a world, as far as it can be built. `further` is built after it. */
export async function openActorWorld(
  database: TestDatabase,
  world: ActorWorld,
  further: WorldBuild = UNCHANGED,
): Promise<OpenActorWorld> {
  let { hidden, leftOut } = buildable.get(world) ?? { hidden: world.hidden, leftOut: [] }
  for (let attempt = 1; ; attempt++) {
    const open = await openWorld(database, joinBuilds(world.build(hidden), further))
    if (open.unbuilt === undefined || attempt >= MOST_ATTEMPTS) {
      buildable.set(world, { hidden, leftOut })
      return { ...open, world: { ...world, hidden }, leftOut }
    }
    await open[Symbol.asyncDispose]()
    const next = await whatToLeaveOut(database, world, hidden, open.details ?? {}, open.unbuilt)
    leftOut = [...leftOut, ...next]
    hidden = next.reduce(withoutPart, hidden)
  }
}

/** The columns that the constraint names, or else the tables that cannot be changed. */
async function whatToLeaveOut(
  database: TestDatabase,
  world: ActorWorld,
  hidden: HiddenRow[],
  { table = '', column, constraint, dataType }: ErrorDetails,
  message: string,
): Promise<LeftOut[]> {
  const because = constraint ?? message
  const known = database.tables.get(table)
  const named = new Set(
    column === undefined ? known?.constraints.find(({ name }) => name === constraint)?.columns : [column],
  )
  const changed = hidden.filter(row => row.table === table || dataType !== undefined)
  const columns = changed.flatMap(row =>
    row.columns
      .filter(name => {
        if (dataType === undefined) return named.has(name)
        return database.tables.get(row.table)?.columns.some(one => one.name === name && one.type === dataType)
      })
      .map(name => JSON.stringify({ table: row.table, column: name, because })),
  )
  if (columns.length > 0) return [...new Set(columns)].map(text => JSON.parse(text))
  if (hidden.some(row => row.table === table)) return [{ table, because }]
  // The error does not say which table it is about: each is tried alone.
  const failing: LeftOut[] = []
  for (const [name, rows] of Map.groupBy(hidden, row => row.table)) {
    await using open = await openWorld(database, world.build(rows))
    if (open.unbuilt !== undefined) failing.push({ table: name, because: open.unbuilt })
  }
  return failing.length > 0
    ? failing
    : [...new Set(hidden.map(row => row.table))].map(name => ({ table: name, because }))
}

/** The rows without a column, or without those of a table. */
function withoutPart(rows: HiddenRow[], { table, column }: LeftOut): HiddenRow[] {
  return rows.flatMap(row => {
    if (row.table !== table) return row
    const columns = row.columns.filter(name => name !== column)
    return column === undefined || columns.length === 0 ? [] : { ...row, columns }
  })
}
