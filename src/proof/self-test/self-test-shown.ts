// Tests what the examples of a rule show to an actor, and what they hide.

import type { TestDatabase } from '../database/test-database.ts'
import { hiddenSql, visibleSql } from '../database/visibility.ts'
import type { Example, RulePlan, Value } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import { DatabaseError } from '../postgres/session.ts'
import { identifier } from '../sql/sql-text.ts'
import type { SelfTestFailure } from './self-test-failure.ts'

/** The rule must show all rows under `shows` to the actor, and hide all rows under `hides`. */
export async function testShown(database: TestDatabase, rule: RulePlan, example: Example): Promise<SelfTestFailure[]> {
  const context = database.plan.actors[example.as] ?? {}
  const failures: SelfTestFailure[] = []
  const test = async (key: 'shows' | 'hides', does: string, isWrong: (target: string) => string) => {
    for (const [target, rows] of Object.entries(example[key])) {
      const isMeant = database.bind(rows, { ...example.parameters, ...context })
      const [all, wrong] = await countRows(database, target, isMeant, isWrong(target)).catch(error => {
        if (!(error instanceof DatabaseError)) throw error
        throw new PlanError(`the example of ${rule.id} cannot be tried on ${target}: ${error.message}.`, rows.line)
      })
      const message =
        all === 0
          ? `${rule.id}: the seed has no row of ${target} that is as "${key}" says: ${rows.sql}`
          : `${rule.id} ${does} ${wrong} of the ${all} rows of ${target} that stand under "${key}"`
      if (all === 0 || wrong > 0) failures.push({ message, line: rows.line })
    }
  }
  await test('shows', `hides from ${example.as}`, target => `not (${shownSql(database, rule, target, context)})`)
  await test(
    'hides',
    `does not hide from ${example.as}`,
    target => `not (${hidesSql(database, rule, target, context)})`,
  )
  return failures
}

/** How many rows are meant, and of how many of these a condition holds. */
async function countRows(
  { session }: TestDatabase,
  target: string,
  isMeant: string,
  condition: string,
): Promise<[number, number]> {
  const table = identifier(tableIn(target))
  const [result] = await session.run(
    `select count(*), count(*) filter (where ${condition}) from ${table} where (${isMeant}\n)`,
  )
  const [[all, counted] = []] = result?.rows ?? []
  return [Number(all), Number(counted)]
}

/** The SQL condition under which the rule alone shows a row to the caller, or a column of the row. */
function shownSql(database: TestDatabase, rule: RulePlan, target: string, context: Record<string, Value>): string {
  const condition = rule.columns[target]
  if (condition) return `coalesce((${database.bind(condition, context)}), false)`
  return visibleSql(database, rule, target, context) ?? 'true'
}

/** The SQL condition under which the rule hides a row that the rules around it show, or a column of any row. */
function hidesSql(database: TestDatabase, rule: RulePlan, target: string, context: Record<string, Value>): string {
  if (rule.columns[target]) return `not (${shownSql(database, rule, target, context)})`
  return hiddenSql(database, rule, target, context) ?? 'false'
}

/** `docs` of `docs.secret`. */
function tableIn(target: string): string {
  return target.split('.')[0] ?? ''
}
