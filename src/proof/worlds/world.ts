// A world is the test database with a change that an actor could not notice if a rule held: without the tickets of
// other tenants, for example.

import type { HiddenRow } from '../database/hidden-rows.ts'

/** How to make a world from the test database. */
export interface WorldBuild {
  sql: string
  /** The tables that rows are written to: these rows become dead rows when the world is closed. */
  writes: string[]
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
  }
}

/** How a result in a world is compared with the result in the test database. */
export interface Comparison {
  /** Hidden columns, such as `docs.secret`: their values in changes differ, since the world gave them other values. */
  ignored: ReadonlySet<string>
  /** The message of an error must be the same too, and not only its SQLSTATE. */
  comparesMessages?: boolean
}

/** The world of one rule for one actor. */
export interface RuleWorld extends Comparison {
  rule: string
  /**
   * What the world changes. `rows`: hidden rows are gone. `values`: hidden rows are there, with other values.
   * `columns`: hidden columns have other values. `nulls`: hidden columns are NULL.
   */
  kind: 'rows' | 'columns' | 'nulls' | 'values'
  hidden: HiddenRow[]
  /** Makes the world for all hidden rows, or for some of them. */
  build(rows: HiddenRow[]): WorldBuild
}

/** One world for all rules. A call whose result is the same there need not be tried in the world of each rule. */
export interface CombinedWorld extends Comparison {
  build: WorldBuild
}
