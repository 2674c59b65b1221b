import type { CaseRun } from '../../cases/case-run.ts'
import { madeByMigration, RIGHT } from '../../cases/migration/made-by-migration.ts'
import type { Check } from '../check.ts'

/**
 * Reads what a migration has made. A mutant that made the same is its original. So is one that only gives more rights, where
 * no call of the original lacked one, and no code asks who has which rights.
 */
export const made: Check = {
  name: 'made',
  needs: [],
  gives: ['made'],
  seeds: 'every',
  async *run({ database }, caseRuns) {
    for (const operations of Map.groupBy(caseRuns, one => one.case).values()) {
      const sent = operations.flatMap(({ query }) => query.operation ?? [])
      const exposed = database.plan.exposes[sent[0]?.of ?? '']
      const lines = await madeByMigration(
        database,
        sent.map(({ sql }) => sql.sql),
        exposed,
      )
      for (const caseRun of operations) yield { caseRun, kind: 'facts', facts: { made: lines } }
      const [first] = operations
      if (first && isSame(lines, operations, exposed !== undefined)) yield { caseRun: first, kind: 'equivalent' }
    }
  },
}

function isSame(lines: string[], operations: CaseRun[], isExposed: boolean): boolean {
  const originals = operations.flatMap(({ original }) => original ?? [])
  const before = new Set(originals[0]?.facts.made)
  const after = new Set(lines)
  if (before.size === 0 || before.difference(after).size > 0) return false
  const more = [...after.difference(before)]
  if (more.length === 0) return true
  // Who exposes tables lets clients use every right.
  return !isExposed && more.every(line => line.startsWith(`${RIGHT} `)) && !originals.some(asksForRights)
}

/** Whether a call was refused for want of a right, or the code asks for rights. */
function asksForRights({ facts: { digests }, case: one }: CaseRun): boolean {
  const refused = [...(digests?.values() ?? [])].flat().some(({ message }) => /^permission denied/.test(message ?? ''))
  return refused || /\bhas_\w+_privilege\b|\bacl\w+\b/i.test(one.code)
}
