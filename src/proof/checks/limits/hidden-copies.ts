// Worlds with many copies of hidden rows.

import { sampleEvenly } from '../../../lib/sample-evenly.ts'
import type { HiddenRow } from '../../database/hidden-rows.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { RulePlan } from '../../plan/plan.ts'
import { copiedRows, hasFamilies } from '../../worlds/row-copies.ts'
import type { WorldBuild } from '../../worlds/world.ts'

const MOST_COPIED = 10
/** Of each table; all that these belong to comes along. */
const MOST_FAMILIES = 3

export interface HiddenCopies {
  flood: RulePlan['flood']
  /** Of each row. */
  copies: number
  /** How many of them come last, or first, in time too. */
  inTime: number
}

/** With copies of these rows after all others, and before them; then with families of copies. `hidden` is by rule. */
export function hiddenCopies(
  database: TestDatabase,
  hidden: HiddenRow[][],
  { flood, copies, inTime }: HiddenCopies,
): WorldBuild[] {
  const families = hasFamilies(database, flood) ? [false, true] : [false]
  const builds = families.flatMap(isFamily => {
    const chosen = hidden.flatMap(rows => sampleOfEachTable(rows, isFamily ? MOST_FAMILIES : MOST_COPIED))
    const copied = unique(isFamily ? withParents(database, chosen, hidden.flat()) : chosen)
    return [true, false].map(isAfter => copiedRows(database, flood, copied, copies, { isAfter, isFamily, inTime }))
  })
  // Keys that have no order make the same world twice.
  return [...new Map(builds.map(build => [build.sql, build])).values()]
}

/** At most so many rows of each table. */
function sampleOfEachTable(rows: HiddenRow[], most: number): HiddenRow[] {
  return [...Map.groupBy(rows, ({ table }) => table).values()].flatMap(group => sampleEvenly(group, most))
}

/** These rows and what they belong to, as far as that is in the pool too. */
function withParents({ tables }: TestDatabase, rows: HiddenRow[], pool: HiddenRow[]): HiddenRow[] {
  const byTable = Map.groupBy(pool, ({ table }) => table)
  const all = new Set(rows)
  // The set grows while it is walked, up to those that belong to nothing.
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
