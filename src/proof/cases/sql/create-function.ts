// Creates the function of a case in a schema of its own.

import { SEARCH_PATH, type TestDatabase } from '../../database/test-database.ts'
import { tokensOf } from '../../sql/bind-parameters.ts'
import { as, type Body } from '../../sql/node.ts'
import { tryParse } from '../../sql/parse-statements.ts'
import { replaceBytes } from '../../sql/replace-bytes.ts'
import { identifier } from '../../sql/sql-text.ts'
import { isSameTree } from '../../sql/text-positions.ts'
import type { Refusal } from '../kind.ts'

/**
 * Creates the function of a case in a schema of its own, as the caller. The caller may create nothing there afterwards: a
 * table there would stand in for a table that a condition names.
 */
export async function createFunction(
  { session }: TestDatabase,
  name: string,
  definition: string,
): Promise<Refusal | undefined> {
  const unqualified = withoutPublic(definition)
  if (unqualified === undefined) return { refused: 'the name of the function cannot be told from the code around it' }
  const schema = identifier(name)
  await session.run(`begin; create schema ${schema}; grant usage, create on schema ${schema} to ${session.caller};
      set local role ${session.caller}; set local search_path = ${schema}, ${SEARCH_PATH}`)
  await session.runOne(unqualified)
  await session.run(`reset role; revoke create on schema ${schema} from ${session.caller}; commit`)
  return undefined
}

/**
 * The definition without `public.` before the name of the function. Undefined: what is left is not the same definition,
 * which alone was checked.
 */
export function withoutPublic(definition: string): string | undefined {
  const before = createdFunction(definition)
  const [schema, ...name] = before?.funcname ?? []
  if (before === undefined || name.length === 0 || as(schema, 'String')?.sval !== 'public') return definition
  const tokens = tokensOf(definition)
  const at = tokens.findIndex(({ text }) => /^function$/i.test(text))
  const [first, , last] = tokens.slice(at + 1)
  if (first === undefined || last === undefined) return undefined
  const bare = replaceBytes(definition, [{ start: first.start, end: last.start, text: '' }])
  return isSameTree(createdFunction(bare), { ...before, funcname: name }) ? bare : undefined
}

/** What a text creates that is the definition of one function and nothing else. */
function createdFunction(sql: string): Body<'CreateFunctionStmt'> | undefined {
  const [statement, ...others] = tryParse(sql) ?? []
  return others.length === 0 ? as(statement, 'CreateFunctionStmt') : undefined
}
