// Finds roles without an actor on one side of a condition about the caller's state: a case that forgets the condition
// for one role is caught only by an actor of this role.

import { missingSides } from '../database/caller-conditions.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { SelfTestFailure } from './self-test-failure.ts'

const MOST_SHOWN = 100

export async function testRoles(database: TestDatabase): Promise<SelfTestFailure[]> {
  const missing = await missingSides(database)
  return missing.map(({ rule, condition, role, isTrue }) => {
    const text = condition.sql.replace(/\s+/g, ' ').trim()
    const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
    return {
      message: `${rule} ${isTrue ? 'always' : 'never'} fails for role ${role}: add an actor of this role for whom "${shown}" is ${isTrue}`,
      line: condition.line,
      isWarning: true,
    }
  })
}
