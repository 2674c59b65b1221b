// Worlds in which hidden rows have other values in columns that rules name, such as the status of a ticket. All values of
// a row but its keys are those of one other row, since values that are mixed may not fit together. The new values may
// show a row; only rows that stay hidden by the same rules are changed.

import { findHidden, type HiddenRow } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { wordsInRules } from '../database/visibility.ts'
import type { Actor } from './actors.ts'
import { openActorWorld } from './open-actor-world.ts'
import type { ActorWorld } from './world.ts'
import { withImages, withValuesOfOthers } from './world-sql.ts'

/** After so many attempts to find rows that stay hidden, there is no world. */
const MOST_ATTEMPTS = 3

/** Each makes a world in which rows have the values of other rows. */
const SALTS = ['one']

const known = new WeakMap<Actor, ActorWorld[]>()

/** The worlds of an actor; they are found once. */
export async function namedValueWorlds(database: TestDatabase, actor: Actor): Promise<ActorWorld[]> {
  const found = known.get(actor) ?? (await findWorlds(database, actor))
  known.set(actor, found)
  return found
}

async function findWorlds(database: TestDatabase, actor: Actor): Promise<ActorWorld[]> {
  const words = wordsInRules(database.plan)
  const hidden = [
    ...new Map([...actor.hidden.values()].flat().map(row => [`${row.table} ${row.location}`, row])).values(),
  ]
  const rows = hidden.flatMap(row => {
    const { columns = [], primaryKey = [] } = database.tables.get(row.table) ?? {}
    const free = columns.filter(({ isKey, isComputed }) => !isKey && !isComputed).map(({ name }) => name)
    // Without a primary key, a row is not known again once it is changed.
    return primaryKey.length > 0 && free.some(name => words.has(name)) ? { ...row, columns: free } : []
  })
  const worlds: ActorWorld[] = []
  for (const salt of SALTS) {
    const { staying, images } = await rowsThatStay(database, actor, rows, salt)
    // The values are known by now, and to look for them again would take much longer.
    const build = (some: HiddenRow[]) =>
      withImages(database, some, row => images.get(keyOf(database, row)) ?? row.image)
    if (staying.length > 0) worlds.push(toWorld(staying, build))
  }
  return worlds
}

function toWorld(hidden: HiddenRow[], build: ActorWorld['build']): ActorWorld {
  return { hidden, build, ignored: new Set(), messages: 'all' }
}

/**
 * The rows that stay hidden by the same rules when they all change, and whose change shows and hides no other row; by
 * key, how they look then.
 */
async function rowsThatStay(
  database: TestDatabase,
  actor: Actor,
  rows: HiddenRow[],
  salt: string,
): Promise<{ staying: HiddenRow[]; images: Map<string, string> }> {
  const none = { staying: [], images: new Map() }
  const before = rulesByRow(database, actor.hidden)
  let staying = rows
  for (let attempt = 0; attempt < MOST_ATTEMPTS && staying.length > 0; attempt++) {
    const world = toWorld(staying, some => withValuesOfOthers(database, some, salt))
    await using open = await openActorWorld(database, world)
    if (open.unbuilt !== undefined) return none
    const found = await findHidden(database, { [actor.name]: actor.context }, database.plan.rules)
    const hidden = new Map([...(found.get(actor.name) ?? [])].map(([rule, one]) => [rule, one.rows]))
    const after = rulesByRow(database, hidden)
    const moved = new Set([...before.keys(), ...after.keys()].filter(key => before.get(key) !== after.get(key)))
    if (moved.size === 0) {
      const images = new Map([...hidden.values()].flat().map(row => [keyOf(database, row), row.image]))
      return { staying: open.world.hidden, images }
    }
    staying = open.world.hidden.filter(row => !moved.has(keyOf(database, row)))
  }
  return none
}

/** By row, the rules that hide it. */
function rulesByRow(database: TestDatabase, hidden: Map<string, HiddenRow[]>): Map<string, string> {
  const rules = new Map<string, string>()
  for (const [rule, rows] of hidden) {
    for (const row of rows) {
      const key = keyOf(database, row)
      rules.set(key, `${rules.get(key) ?? ''} ${rule}`)
    }
  }
  return rules
}

function keyOf({ tables }: TestDatabase, { table, image }: HiddenRow): string {
  const row = JSON.parse(image)
  return JSON.stringify([table, ...(tables.get(table)?.primaryKey ?? []).map(name => row[name])])
}
