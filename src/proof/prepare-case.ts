import { bindParameters } from './bind-parameters.ts'
import { checkStatement } from './check-statement.ts'
import type { CaseToProve } from './finding.ts'
import { CALLER, type Laboratory } from './laboratory.ts'
import type { QueryPlan } from './plan.ts'
import { type PreparedCase, parameterNames } from './run-calls.ts'
import { DatabaseError } from './session.ts'
import { identifier } from './sql-text.ts'

/** Makes the case ready to be called, or says why it is not run. `number` tells the cases of a run apart. */
export async function prepareCase(
  laboratory: Laboratory,
  query: QueryPlan,
  one: CaseToProve,
  number: number,
): Promise<PreparedCase | { refused: string }> {
  const names = parameterNames(laboratory.plan, query)
  const position = (name: string) => (names.includes(name) ? `$${names.indexOf(name) + 1}` : undefined)
  const bind = (sql: string) => {
    const text = bindParameters(sql, position, nth => {
      const name = query.order[nth - 1]
      return name === undefined ? undefined : position(name)
    })
    // EXPLAIN, PREPARE and the rest are ours to write around it.
    return text.trim().replace(/;\s*$/, '')
  }
  let text: string
  try {
    text = bind(one.code)
  } catch (error) {
    return { refused: `not PostgreSQL: ${(error as Error).message}` }
  }
  const checked = checkStatement(text)
  if ('refused' in checked) {
    const stray = undeclared(text)
    return {
      refused: stray ? `it uses :${stray}, which proof.yaml does not declare for ${query.name}` : checked.refused,
    }
  }
  const { session } = laboratory
  const statement = `case_${number}`
  const types = names.map(name => laboratory.types[name] ?? 'text')
  const signature = types.length > 0 ? `(${types.join(', ')})` : ''
  try {
    if (checked.kind === 'statement') {
      await session.run(`prepare ${statement}${signature} as ${text}`)
      return { path: one.path, statement, ...checked }
    }
    if (query.call === undefined) {
      return {
        refused: `it creates a function, and ${query.name} has no "call" in proof.yaml that says how to call it`,
      }
    }
    const schema = `proof_case_${number}`
    await session.run(`begin; create schema ${identifier(schema)}; grant usage, create on schema ${identifier(schema)} to ${CALLER};
      set local role ${CALLER}; set local search_path = ${identifier(schema)}, public;\n${text};\nreset role; commit`)
    const call = bind(query.call)
    await session.run(
      `set search_path = ${identifier(schema)}, public; prepare ${statement}${signature} as ${call}; reset search_path`,
    )
    const isOrdered = /\border\s+by\b/i.test(one.code)
    return { path: one.path, statement, schema, ...checked, isOrdered }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await session.run('rollback; reset search_path')
    return { refused: `PostgreSQL does not accept it: ${error.message}` }
  }
}

function undeclared(text: string): string | undefined {
  let found: string | undefined
  bindParameters(text, name => {
    found ??= name
    return undefined
  })
  return found
}
