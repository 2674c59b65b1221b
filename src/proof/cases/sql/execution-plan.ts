import { type PreparedCase, parameterNames } from './prepared-case.ts'

/**
 * How PostgreSQL carries a statement out, with every condition and column. The limits of the code are added: a plan
 * does not show them.
 */
export async function executionPlan({ database, query, statement, code }: PreparedCase): Promise<string> {
  const nulls = parameterNames(database.plan, query).map(() => 'null')
  const call = nulls.length === 0 ? '' : `(${nulls.join(', ')})`
  // A plan that was made before may rest on older statistics of the tables than another one.
  const results = await database.session.run(`discard plans; explain (verbose, costs off) execute ${statement}${call}`)
  return `${JSON.stringify(results.at(-1)?.rows)} ${limitsIn(code)}`
}

function limitsIn(code: string): string {
  return (code.match(/\b(limit|offset|fetch|for\s+(no\s+key\s+)?(update|share))\b[^)]*/gi) ?? [])
    .join(' ')
    .replace(/\s+/g, ' ')
    .toLowerCase()
}
