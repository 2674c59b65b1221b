import type { TestDatabase } from '../../database/test-database.ts'
import type { QueryPlan } from '../../plan/plan.ts'
import { bindParameters, strayParameter, tokensOf, withoutEnd } from '../../sql/bind-parameters.ts'
import type { Refusal } from '../kind.ts'
import { asksWhere } from './code/asks-where.ts'
import { checkStatement } from './code/check-statement.ts'
import { sessionTell } from './code/session-tells.ts'
import type { Statement } from './code/statement.ts'
import { notifyIn, placeIn } from './code/words-in-code.ts'
import { parameterNames } from './prepared-case.ts'

/** The statement of a case with its parameters as `$n`, and what was read off it; or why the case is not run. */
export function readStatement(
  database: TestDatabase,
  query: QueryPlan,
  code: string,
): { text: string; statement: Statement } | Refusal {
  let text: string
  try {
    text = bindPositions(database, query, code)
  } catch (error) {
    return { refused: `the code is not PostgreSQL: ${(error as Error).message}` }
  }
  const statement = checkStatement(text)
  if ('refused' in statement) {
    const stray = strayParameter(text, () => false)
    if (stray === undefined) return statement
    return { refused: `the case uses :${stray}, which proof.yaml does not declare for ${query.name}` }
  }
  const place = placeIn(code)
  if (place !== undefined)
    return { refused: `the case asks for ${place}, which tells how rows are stored and not what they hold` }
  if (notifyIn(code))
    return { refused: 'the case uses NOTIFY, which tells other sessions something that no check can compare' }
  const where = asksWhere(text, statement.kind === 'function')
  if (where !== undefined)
    return { refused: `the case asks for ${where}, which tells where the code runs and not what rows hold` }
  const tell = statement.kind === 'function' ? sessionTell(text) : undefined
  if (tell !== undefined) return { refused: `the case ${tell}` }
  if (statement.deciding.length > 0) {
    const deciding = statement.deciding.join(', ')
    return {
      refused: `not the same each time: ${deciding} decides which rows come, and gives another value at each run`,
    }
  }
  if (statement.kind === 'function') return { text, statement }
  return { text, statement: { ...statement, readsOnly: statement.readsOnly && !mayCallWriter(database, statement) } }
}

/** Whether a statement may write by calling a function of the schema. A function that executes text may call any of them. */
export function mayCallWriter({ writers, hasHiddenWriters }: TestDatabase, { calls, mayCallAny }: Statement): boolean {
  if (hasHiddenWriters) return true
  return mayCallAny ? writers.size > 0 : calls.some(name => writers.has(name))
}

/** The SQL with the parameters of a prepared case: `$1`, `$2`, … */
export function bindPositions(database: TestDatabase, query: QueryPlan, sql: string): string {
  const names = parameterNames(database.plan, query)
  return bindNames(database, query, sql, name => `$${names.indexOf(name) + 1}`)
}

/** The SQL with each parameter of the query written by `write`, without the semicolon at its end. */
export function bindNames(
  database: TestDatabase,
  query: QueryPlan,
  sql: string,
  write: (name: string) => string,
): string {
  const names = parameterNames(database.plan, query)
  const known = (name: string | undefined) => (name !== undefined && names.includes(name) ? write(name) : undefined)
  // In the definition of a function, `$1` is the function's own first argument.
  const creates = tokensOf(sql)[0]?.text.toLowerCase() === 'create'
  return withoutEnd(bindParameters(sql, known, nth => (creates ? undefined : known(query.order[nth - 1]))))
}
