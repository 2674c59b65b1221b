import { parameterNames } from '../cases/sql/make-call.ts'
import { type Entry, isOpen, type Trial } from './trial.ts'

/**
 * A mutant that survived and that PostgreSQL plans as its origin, down to every condition and column, is its origin:
 * the planner has seen that a constraint makes the two the same. A plan does not tell how many rows a LIMIT lets pass.
 */
export async function comparePlans(trial: Trial, entries: Entry[]): Promise<void> {
  for (const entry of entries) {
    const { origin, finding } = entry
    if (!origin || !isOpen(entry) || entry.prepared.schema !== undefined) continue
    const [mine, theirs] = [await planOf(trial, entry), await planOf(trial, origin)]
    if (mine === theirs && limitsOf(entry) === limitsOf(origin)) finding.isEquivalent = true
  }
}

async function planOf({ database }: Trial, { query, prepared }: Entry): Promise<string> {
  const nulls = parameterNames(database.plan, query).map(() => 'null')
  const call = nulls.length === 0 ? '' : `(${nulls.join(', ')})`
  const [plan] = await database.session.run(`explain (verbose, costs off) execute ${prepared.statement}${call}`)
  return JSON.stringify(plan?.rows)
}

function limitsOf({ case: { code } }: Entry): string {
  return (code.match(/\b(limit|offset|fetch|for\s+(no\s+key\s+)?(update|share))\b[^)]*/gi) ?? [])
    .join(' ')
    .replace(/\s+/g, ' ')
    .toLowerCase()
}
