import type { CaseRun } from '../../cases/case-run.ts'
import type { Step } from '../../cases/kind.ts'
import type { Outcome } from '../../cases/outcome.ts'
import { identifier } from '../../sql/sql-text.ts'
import { withoutTriggers } from '../../worlds/world-sql.ts'
import type { ProofRun } from '../check.ts'
import type { Judgement, WriteViolation } from './judgement.ts'
import { hasOneOfKeys, possibleRows } from './returned-keys.ts'

/**
 * The judgement without rows that only seem to be returned: `7` may be the id of a ticket or of a comment. A row was
 * returned if fewer rows with its key come back once the row is deleted. Must be called in an open world.
 */
export async function confirmReturned(
  { database }: ProofRun,
  { program, query }: CaseRun,
  step: Step,
  outcome: Outcome,
  judgement: Judgement,
): Promise<Judgement> {
  const violations: WriteViolation[] = []
  for (const violation of judgement.violations) {
    const { returned } = violation
    const table = database.tables.get(returned?.table ?? '')
    if (!returned || !table) {
      violations.push(violation)
      continue
    }
    const { keys } = returned
    const deletion = `delete from ${identifier(table.name)} where ${hasOneOfKeys(table.name, keys)}`
    await database.session.run(withoutTriggers([deletion]))
    // `observe` undoes the deletion too.
    const without = await program.observe([step])
    const count = (result: Pick<Outcome, 'columns' | 'rows'>, key: string) =>
      possibleRows(table, query.key, result)
        .filter(({ isNested }) => isNested === keys.isNested)
        .flatMap(({ values }) => values)
        .filter(value => String(value) === key).length
    const returnedKey = keys.values.find(key => count(without, String(key)) < count(outcome, String(key)))
    if (returnedKey)
      violations.push({ ...violation, returned: { ...returned, keys: { ...keys, values: [returnedKey] } } })
  }
  return { ...judgement, violations }
}
