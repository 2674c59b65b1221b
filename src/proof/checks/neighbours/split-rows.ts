// Splits a row that a call needs into two rows, each of which has a part of what the call needs. A rule asks for one row that
// has all of it, such as a post that is a clinician's and open. Code that asks for each part on its own, as
// `exists (a clinician's post) and exists (an open post)` does, is content with two rows.

import type { TestDatabase } from '../../database/test-database.ts'
import type { ChosenChange } from './choose-changes.ts'
import { canCopy } from './row-changes.ts'

/** A change of a row after which some calls give less than before. */
export interface StoppingChange {
  change: ChosenChange
  /** The positions of these calls. */
  stopped: number[]
}

/** How many split rows are tried around a query. */
const MOST_SPLITS = 40

/** For each row and each two of its columns that stop the same call, one change: the row has one of both values, and its copy the other. */
export function splitRows(database: TestDatabase, stopping: StoppingChange[]): StoppingChange[] {
  const own = stopping.filter(({ change }) => !change.isCopy && canCopy(database, change.table))
  const byRow = Map.groupBy(own, ({ change }) => `${change.table} ${change.location}`)
  const lists = [...byRow.values()].map(splitsOf)
  const longest = Math.max(0, ...lists.map(list => list.length))
  return Array.from({ length: longest }, (_, nth) => lists.flatMap(list => list[nth] ?? []))
    .flat()
    .slice(0, MOST_SPLITS)
}

function splitsOf(ofRow: StoppingChange[]): StoppingChange[] {
  const columns = [...Map.groupBy(ofRow, ({ change }) => change.column).values()]
  return columns.flatMap((some, at) => columns.slice(at + 1).flatMap(others => firstSplit(some, others) ?? []))
}

/** The first two changes of two columns that stop the same call. */
function firstSplit(some: StoppingChange[], others: StoppingChange[]): StoppingChange | undefined {
  for (const one of some) {
    for (const other of others) {
      const stopped = one.stopped.filter(position => other.stopped.includes(position))
      const { column, value } = one.change
      if (stopped.length > 0) return { change: { ...other.change, isCopy: true, itself: { column, value } }, stopped }
    }
  }
  return undefined
}
