// A world is the test database with a change that an actor could not notice if a rule held: without the tickets of
// other tenants, for example.

import type { HiddenRow } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'

/** How to make a world from the test database. */
export interface WorldBuild {
  sql: string
  /** The tables that rows are written to: these rows become dead rows when the world is closed. */
  writes: string[]
  /** The world has settings of its own: a case must leave these as they are, and not those of the session. */
  changesSettings?: true
}

/** The test database as it is. */
export const UNCHANGED: WorldBuild = { sql: '', writes: [] }

/** One build after the other. */
export function joinBuilds(...builds: WorldBuild[]): WorldBuild {
  return {
    sql: builds
      .map(({ sql }) => sql)
      .filter(sql => sql !== '')
      .join(';\n'),
    writes: builds.flatMap(({ writes }) => writes),
    ...(builds.some(({ changesSettings }) => changesSettings) ? { changesSettings: true } : {}),
  }
}

/** How a result in a world is compared with the result in the test database. */
export interface Comparison {
  /** Hidden columns, such as `docs.secret`: their values in changes differ, since the world gave them other values. */
  ignored: ReadonlySet<string>
  /**
   * Everything is hidden from the caller, who may be told so: an error or a notice that comes with nothing else counts as
   * nothing.
   */
  acceptsRefusal?: boolean
  /**
   * What of the message of an error must be the same, beside its SQLSTATE: all of it, or the values in it that neither the code
   * nor the caller gave. Absent: nothing.
   */
  messages?: 'all' | 'values'
}

/** A world of one actor. */
export interface ActorWorld extends Comparison {
  /** The hidden rows that the world changes. A row with `columns` is still there: these columns change. */
  hidden: HiddenRow[]
  /** Makes the world for all hidden rows, or for some of them. */
  build(rows: HiddenRow[]): WorldBuild
}

/** The test database as it is, as a world. */
export const AS_IT_IS: ActorWorld = { hidden: [], build: () => UNCHANGED, ignored: new Set() }

/** The world of one rule for one actor. */
export interface RuleWorld extends ActorWorld {
  rule: string
  /**
   * What the world changes. `rows`: hidden rows are gone. `values`: hidden rows are there, with other values.
   * `columns`: hidden columns have other values. `nulls`: hidden columns are NULL.
   */
  kind: 'rows' | 'columns' | 'nulls' | 'values'
}

/** Makes one world for all rules: a call whose result is the same there need not be tried in the world of each rule. */
export type CombineWorlds = (database: TestDatabase, worlds: RuleWorld[]) => ActorWorld
