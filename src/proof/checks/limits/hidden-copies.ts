// Worlds with many copies of hidden rows, for the check `limit-before-filter`.

import { sampleEvenly } from '../../../lib/sample-evenly.ts'
import type { HiddenRow } from '../../database/hidden-rows.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { RulePlan } from '../../plan/plan.ts'
import { copiedRows, hasFamilies } from '../../worlds/row-copies.ts'
import type { ActorWorld } from '../../worlds/world.ts'

/** The most rows of each table that are copied. */
const MOST_COPIED = 10
/** The most rows of each table and rule that are copied with high numbers, and of each table in all. */
const MOST_HIGH = 1
const MOST_HIGH_OF_TABLE = 4
/** The most rows of each table that are copied with all rows that they belong to. */
const MOST_FAMILIES = 3

export interface HiddenCopies {
  flood: RulePlan['flood']
  /** How many copies of each row are made. */
  copies: number
  /** How many of the copies get later times too, or earlier ones. */
  inTime: number
}

/**
 * The worlds with copies after all other rows and before them; then the same with families. `hidden` has a list for
 * each rule.
 */
export function hiddenCopies(
  database: TestDatabase,
  hidden: HiddenRow[][],
  { flood, copies, inTime }: HiddenCopies,
): ActorWorld[] {
  const families = hasFamilies(database, flood) ? [false, true] : [false]
  const worlds = families.flatMap(isFamily => {
    const chosen = hidden.flatMap(rows => sampleOfEachTable(rows, isFamily ? MOST_FAMILIES : MOST_COPIED))
    const copied = unique(isFamily ? withParents(database, chosen, hidden.flat()) : chosen)
    return [true, false].map(isAfter => ({
      hidden: copied,
      build: (rows: HiddenRow[]) => copiedRows(database, flood, rows, copies, { isAfter, isFamily, inTime }),
      ignored: new Set<string>(),
    }))
  })
  // Where no key has an order, as with uuids, the worlds after and before are the same: each is kept once.
  return [...new Map(worlds.map(world => [world.build(world.hidden).sql, world])).values()]
}

/**
 * The world with copies after all other rows, some of them later in time, and all of them with high numbers: a case may
 * ask whether there are more than fifty rows, or whether a total is above a threshold.
 */
export function highCopies(
  database: TestDatabase,
  hidden: HiddenRow[][],
  { flood, copies, inTime }: HiddenCopies,
): ActorWorld {
  return {
    hidden: sampleOfEachTable(unique(hidden.flatMap(rows => sampleOfEachTable(rows, MOST_HIGH))), MOST_HIGH_OF_TABLE),
    build: rows => copiedRows(database, flood, rows, copies, { isAfter: true, isFamily: false, inTime, areHigh: true }),
    ignored: new Set(),
  }
}

/** At most so many rows of each table. */
function sampleOfEachTable(rows: HiddenRow[], most: number): HiddenRow[] {
  return [...Map.groupBy(rows, ({ table }) => table).values()].flatMap(group => sampleEvenly(group, most))
}

/** The rows, and the rows that they belong to, as far as those are in the pool. */
function withParents({ tables }: TestDatabase, rows: HiddenRow[], pool: HiddenRow[]): HiddenRow[] {
  const byTable = Map.groupBy(pool, ({ table }) => table)
  const all = new Set(rows)
  // The set grows while the loop walks it, so that the parents of parents are added too.
  for (const { table, image } of all) {
    const child = JSON.parse(image)
    for (const { columns, table: parent, targets } of tables.get(table)?.references ?? []) {
      const isParent = ({ image: of }: HiddenRow) =>
        targets.every((target, at) => JSON.parse(of)[target] === child[columns[at] ?? ''])
      const found = byTable.get(parent)?.find(isParent)
      if (found) all.add(found)
    }
  }
  return [...all]
}

function unique(rows: HiddenRow[]): HiddenRow[] {
  return [...new Map(rows.map(row => [`${row.table} ${row.location}`, row])).values()]
}
