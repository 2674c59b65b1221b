import { bindParameters } from './bind-parameters.ts'
import { checkStatement } from './check-statement.ts'
import type { CaseToProve } from './finding.ts'
import { CALLER, type Laboratory, typeOf } from './laboratory.ts'
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
  const types = names.map(name => typeOf(laboratory, query, name))
  const signature = types.length > 0 ? `(${types.join(', ')})` : ''
  try {
    if (checked.kind === 'statement') {
      await session.run(`prepare ${statement}${signature} as ${text}`)
      const many = checked.isReading ? await prepareMany(laboratory, query, one, statement) : undefined
      return { path: one.path, statement, ...checked, loud: new Set(), ...(many === undefined ? {} : { many }) }
    }
    if (query.call === undefined) {
      return {
        refused: `it creates a function, and ${query.name} has no "call" in proof.yaml that says how to call it`,
      }
    }
    const schema = `proof_case_${number}`
    await session.run(`begin; create schema ${identifier(schema)}; grant usage, create on schema ${identifier(schema)} to ${CALLER};
      set local role ${CALLER}; set local search_path = ${identifier(schema)}, public;\n${text}\n;\nreset role; commit`)
    const call = bind(query.call)
    await session.run(
      `set search_path = ${identifier(schema)}, public; prepare ${statement}${signature} as ${call}; reset search_path`,
    )
    return { path: one.path, statement, schema, ...checked, loud: new Set() }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    await session.run('rollback; reset search_path')
    return { refused: `PostgreSQL does not accept it: ${error.message}` }
  }
}

/**
 * The same statement, made once for every element of the parameters' arrays: a third of the time of as many calls.
 * Undefined where it cannot be written so; then the calls are made one by one.
 */
async function prepareMany(
  laboratory: Laboratory,
  query: QueryPlan,
  { code }: CaseToProve,
  statement: string,
): Promise<string | undefined> {
  const names = parameterNames(laboratory.plan, query)
  const types = names.map(name => typeOf(laboratory, query, name))
  // unnest would take arrays of arrays apart.
  if (names.length === 0 || types.some(type => type.endsWith('[]'))) return undefined
  const column = (name: string | undefined) =>
    name !== undefined && names.includes(name) ? `proof_call.${identifier(name)}` : undefined
  const lateral = bindParameters(code, column, nth => column(query.order[nth - 1]))
    .trim()
    .replace(/;\s*$/, '')
  const arrays = names.map((_, index) => `$${index + 1}`).join(', ')
  const columns = [...names, 'proof_nth'].map(identifier).join(', ')
  try {
    await laboratory.session.run(`prepare ${statement}_many(${types.map(type => `${type}[]`).join(', ')}) as
      select proof_call.proof_nth, proof_answer.* from unnest(${arrays}) with ordinality as proof_call (${columns})
      cross join lateral (${lateral}\n) as proof_answer`)
    return `${statement}_many`
  } catch (error) {
    if (error instanceof DatabaseError) return undefined
    throw error
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
