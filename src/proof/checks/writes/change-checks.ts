import type { Change } from '../../cases/outcome.ts'
import { tableOf } from '../../database/parameter-types.ts'
import type { Condition, RulePlan } from '../../plan/plan.ts'
import { quoted } from '../../sql/sql-text.ts'
import type { JudgedCall, WriteCheck } from './judgement.ts'
import { changesAt, loggedRows } from './logged-changes.ts'
import { isInsertedWithin, wasWithin } from './within-rule.ts'

/** Changes that the rule's `changes` forbid. */
export function changeChecks(judged: JudgedCall, rule: RulePlan, changes: Change[]): WriteCheck[] {
  const { database } = judged
  const touched = new Set(changes.map(({ table }) => table))
  return Object.entries(rule.changes).flatMap(([table, operations]) => {
    // `*` is about the tables that the rule does not name.
    const tables =
      table === '*' ? [...touched].filter(name => !(name in rule.changes)) : touched.has(table) ? [table] : []
    return Object.entries(operations).flatMap(([operation, condition]) => {
      if (table !== '*') tableOf(database.tables, table, condition.line)
      return tables.map(name => changeCheck(judged, rule, name, operation, condition, changes))
    })
  })
}

function changeCheck(
  judged: JudgedCall,
  rule: RulePlan,
  table: string,
  operation: string,
  condition: Condition,
  changes: Change[],
): WriteCheck {
  return {
    sql: `select l.nth from ${loggedRows(table)} where l.op = ${quoted(operation.toUpperCase())}
      and not coalesce((${condition.sql}), false) and ${isInsertedWithin(judged, rule, table)}`,
    about: condition,
    read: (answer, { violations }) => {
      for (const change of changesAt(answer, changes).filter(one => wasWithin(judged, rule, one)))
        violations.push({ rule: rule.id, why: 'forbidden', change })
    },
  }
}
