// Mutants of a migration: one statement is edited, and the text of all others stays as it is.

import { loadModule } from 'libpg-query'
import { as, lastName } from '../sql/node.ts'
import { parseStatements } from '../sql/parse-statements.ts'
import { replaceBytes } from '../sql/replace-bytes.ts'
import { type StatementOnLine, splitStatements } from '../sql/split-statements.ts'
import { BODY_EDITS, DEFINITION_EDITS, STATEMENT_EDITS } from './migration-edits.ts'
import type { SqlMutant, SqlMutants } from './mutant.ts'
import { mutateSql } from './mutate-sql.ts'
import { canBeWritten, mutateStatements } from './mutate-statements.ts'
import type { Knowledge } from './operators/operator.ts'
import { functionSource } from './plpgsql/function-source.ts'
import { readUnsetColumns } from './unset/unset-columns.ts'

/** The mutants of a migration in the order of its text, each once. */
export async function mutateMigration(code: string, knowledge: Knowledge): Promise<SqlMutants> {
  await loadModule()
  const statements = splitStatements(code)
  if ('stopsAt' in statements) return { mutants: [], equivalent: [] }
  const known = { ...knowledge, bodies: bodiesIn(statements) }
  const { operations } = knowledge
  const unsetIn =
    operations &&
    readUnsetColumns(
      statements.map(({ sql }) => sql),
      operations,
    )
  const all: SqlMutants = { mutants: [], equivalent: [] }
  for (const statement of statements) {
    const inCode = ({ sql, line, ...mutant }: SqlMutant) => ({
      ...mutant,
      sql: replaceBytes(code, [{ ...rangeOf(statement), text: sql }]),
      line: statement.line + line - 1,
    })
    const [tree] = parseStatements(statement.sql)
    const isUnset = tree && unsetIn?.(tree)
    const { mutants, equivalent } = await mutateStatement(statement.sql, isUnset ? { ...known, isUnset } : known)
    all.mutants.push(...mutants.map(inCode))
    all.equivalent.push(...equivalent.map(inCode))
  }
  return all
}

async function mutateStatement(sql: string, knowledge: Knowledge): Promise<SqlMutants> {
  const [tree] = parseStatements(sql)
  const isFunction = as(tree, 'CreateFunctionStmt') !== undefined
  const isDefinition = isFunction || as(tree, 'AlterFunctionStmt') !== undefined
  // The parser of PL/pgSQL and of bodies needs no text that is written back.
  const set = isDefinition ? DEFINITION_EDITS : STATEMENT_EDITS
  const around = canBeWritten(sql) ? mutateStatements(sql, [], knowledge, set) : { mutants: [], equivalent: [] }
  if (!isFunction) return around
  const inside = await mutateSql(sql, [], knowledge, BODY_EDITS)
  return {
    mutants: [...around.mutants, ...inside.mutants],
    equivalent: [...around.equivalent, ...inside.equivalent],
  }
}

function rangeOf({ sql, start }: StatementOnLine): { start: number; end: number } {
  return { start, end: start + Buffer.byteLength(sql) }
}

/** The bodies of the functions that a migration creates, by name. */
function bodiesIn(statements: StatementOnLine[]): Record<string, string> {
  const found = statements.flatMap(({ sql }): [string, string][] => {
    const definition = as(parseStatements(sql)[0], 'CreateFunctionStmt')
    const source = definition && functionSource(sql, definition)
    return definition && source ? [[lastName(definition.funcname), source.text]] : []
  })
  return Object.fromEntries(found)
}
