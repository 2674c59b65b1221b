import type { ChangeOfCall, Evidence } from '../../../witness.ts'
import type { Outcome } from '../../cases/outcome.ts'
import { alwaysSql } from '../../database/always.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { RulePlan } from '../../plan/plan.ts'
import { shownChange } from '../../witness/shown.ts'
import type { WriteCheck } from './judgement.ts'

/** Whether what must always hold does not hold after the call. */
export function alwaysChecks(database: TestDatabase, { id, always }: RulePlan): WriteCheck[] {
  if (!always) return []
  return [
    {
      sql: `select 1 where not ${alwaysSql(database, always)}`,
      about: always,
      read: (answer, { violations }) => {
        if (answer.length > 0) violations.push({ rule: id, why: 'always', condition: always.sql })
      },
    },
  ]
}

/** The condition that does not hold any more, and the changes of all calls so far. */
export function alwaysEvidence(rule: string, condition: string, changes: ChangeOfCall[]): Evidence {
  return { rule, kind: 'always', condition: condition.replace(/\s+/g, ' ').trim(), changes }
}

/** The changes of the call with this number. */
export function changesOfCall(
  call: number,
  { changes, generated }: Pick<Outcome, 'changes' | 'generated'>,
): ChangeOfCall[] {
  return changes.map(change => ({ call, ...shownChange(change, generated) }))
}
