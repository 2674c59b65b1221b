// A world is the test database with a change that the caller could not notice if a rule held.

import type { HiddenRow } from '../database/hidden-rows.ts'

/** How a world is made from the database. */
export interface WorldBuild {
  sql: string
  /** The tables that rows are written to: what is rolled back later leaves dead rows in them. */
  writes: string[]
}

/** The database as it is. */
export const UNCHANGED: WorldBuild = { sql: '', writes: [] }

export function joinBuilds(...builds: WorldBuild[]): WorldBuild {
  return {
    sql: builds
      .map(({ sql }) => sql)
      .filter(sql => sql !== '')
      .join(';\n'),
    writes: builds.flatMap(({ writes }) => writes),
  }
}

/** What must be the same in two worlds, and what may differ. */
export interface Comparison {
  /** Columns of changes that are hidden themselves and so differ of necessity, as `docs.secret`. */
  ignored: ReadonlySet<string>
  /** The words of an error must be the same too, not only its SQLSTATE. */
  withWords?: boolean
}

/** The world of one rule for one caller. */
export interface RuleWorld extends Comparison {
  rule: string
  /**
   * What is done with what the rule hides: its rows are gone (`rows`); its columns have other values (`columns`) or none
   * (`nulls`); its rows are there with other values (`values`).
   */
  kind: 'rows' | 'columns' | 'nulls' | 'values'
  hidden: HiddenRow[]
  /** With all hidden rows, or with some of them. */
  build(rows: HiddenRow[]): WorldBuild
}

/** One world for all rules together: a call that gives the same there needs no world of its own. */
export interface CombinedWorld extends Comparison {
  build: WorldBuild
}
