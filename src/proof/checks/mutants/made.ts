import type { CaseRun } from '../../cases/case-run.ts'
import { madeByMigration, RIGHT } from '../../cases/migration/made/made-by-migration.ts'
import { hasWord } from '../../cases/migration/made/used-commands.ts'
import type { Check } from '../check.ts'

/**
 * Reads what a migration has made. A mutant that made the same is its original. So is one that only gives more rights on what
 * no call of the original was refused, where no code asks who has which rights.
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
  return (
    !isExposed && more.every(line => line.startsWith(`${RIGHT} `)) && !originals.some(one => asksForRights(one, more))
  )
}

/** Whether a call was refused for want of one of the rights, or the code asks for rights. */
function asksForRights({ facts: { digests }, case: { code } }: CaseRun, rights: string[]): boolean {
  const messages = [...(digests?.values() ?? [])].flat().flatMap(({ message }) => message ?? [])
  return messages.some(message => isAbout(message, rights)) || ASKS.test(code)
}

const ASKS = /\bhas_\w+_privilege\b|\bacl\w+\b|\bwhen\s+(?:\w+\s+or\s+)*(?:insufficient_privilege|others)\b/i

/** Whether a message says that one of the rights was not there. A right to run as the owner may be any. */
function isAbout(message: string, rights: string[]): boolean {
  if (!/^permission denied/.test(message)) return false
  const [, name] = /^permission denied for (?:table|view|function|procedure|sequence) "?(\w+)"?$/.exec(message) ?? []
  return name === undefined || rights.some(line => line.startsWith(`${RIGHT} definer `) || hasWord(line, name))
}
