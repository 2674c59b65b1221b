import { brokenAtStart } from '../database/always.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { SelfTestFailure } from './self-test-failure.ts'

/** What must always hold must hold on a seed, before any call. */
export async function testAlways(database: TestDatabase, seed: string): Promise<SelfTestFailure[]> {
  return (await brokenAtStart(database)).map(({ rule, condition, actor }) => ({
    message: `${rule.id}: "always" does not hold on ${seed} for ${actor}, before any call; mend the condition or the seed`,
    line: condition.line,
  }))
}
