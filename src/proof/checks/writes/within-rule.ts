// A rule with `within` is only about rows that another rule shows.

import type { Change } from '../../cases/outcome.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { outerRules, visibleSql } from '../../database/visibility.ts'
import type { Condition, RulePlan } from '../../plan/plan.ts'
import { identifier } from '../../sql/sql-text.ts'
import type { JudgedCall } from './judgement.ts'

/** The SQL condition for rows that the rule is about (`within`), as they are after the call. */
export function isWithin({ database }: JudgedCall, rule: RulePlan, table: string): string {
  const outer = outerRules(database, rule).flatMap(one => visibleSql(unbound(database), one, table, {}) ?? [])
  return ['true', ...outer.map(sql => `(${sql})`)].join(' and ')
}

/** The SQL condition for a change that does not insert a row outside of those that the rule is about. */
export function isInsertedWithin(judged: JudgedCall, rule: RulePlan, table: string): string {
  return `(l.op <> 'INSERT' or exists (select from (select new.*) as ${identifier(table)} where ${isWithin(judged, rule, table)}))`
}

/** Whether the row was among those that the rule is about before the change. A new row counts as such. */
export function wasWithin({ database, hidden }: JudgedCall, rule: RulePlan, { table, old }: Change): boolean {
  return !outerRules(database, rule).some(({ id }) =>
    hidden.get(id)?.some(row => row.table === table && row.image === old),
  )
}

/** The database with `:name`s left in conditions, so that the same prepared statement serves every caller. */
export function unbound(database: TestDatabase): TestDatabase {
  return { ...database, bind: textOf }
}

function textOf(condition: Condition | string): string {
  return typeof condition === 'string' ? condition : condition.sql
}
