import { type PreparedCase, parameterNames } from './prepared-case.ts'

/**
 * How PostgreSQL carries a statement out, with every condition and column. The limits of the code are added: a plan
 * does not show them.
 */
export async function queryPlan({ database, query, statement, code }: PreparedCase): Promise<string> {
  const nulls = parameterNames(database.plan, query).map(() => 'null')
  const call = nulls.length === 0 ? '' : `(${nulls.join(', ')})`
  const [plan] = await database.session.run(`explain (verbose, costs off) execute ${statement}${call}`)
  return `${JSON.stringify(plan?.rows)} ${limitsIn(code)}`
}

function limitsIn(code: string): string {
  return (code.match(/\b(limit|offset|fetch|for\s+(no\s+key\s+)?(update|share))\b[^)]*/gi) ?? [])
    .join(' ')
    .replace(/\s+/g, ' ')
    .toLowerCase()
}
