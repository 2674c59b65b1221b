import { as, lastName } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'
import { writeSql } from '../../../sql/write-sql.ts'
import { functionSource } from '../../plpgsql/function-source.ts'
import { withoutPermits } from '../permits.ts'
import { type PartOfMigration, type PlacedStatement, withCode } from './part.ts'
import { asCondition } from './predicates.ts'
import { behind, type RawText } from './raw-text.ts'
import { isGone } from './renames.ts'

/** The parts of a view's query. A view keeps its owner, its rights and its options when it is replaced. */
export async function partsOfView({ sql, tree, later, required }: PlacedStatement): Promise<PartOfMigration[]> {
  const view = as(tree, 'ViewStmt')
  const raw = behind(sql, 'as')
  if (!view || raw === undefined || isGone(tree, later)) return []
  const [, query = '', check = ''] =
    /^([\s\S]*?)(\s+with\s+(?:local\s+|cascaded\s+)?check\s+option\s*;?\s*)?$/i.exec(raw.text) ?? []
  const alter = (without: string) => orReplace(raw.replaceWith(` ${without}${check}`))
  return altering(await withoutPermits(query, [], required), alter, raw.line - 1)
}

/** The parts of the body of a function. */
export async function partsOfFunction({
  sql,
  tree,
  later,
  required,
  predicates,
  surroundingsOf,
}: PlacedStatement): Promise<PartOfMigration[]> {
  const created = as(tree, 'CreateFunctionStmt')
  const name = lastName(created?.funcname)
  if (!created || isGone(tree, later)) return []
  const alter = orReplace
  const source = functionSource(sql, created)
  const condition = source?.language === 'sql' && predicates.has(name) ? conditionIn(source.text) : undefined
  if (!source || condition === undefined)
    return altering(await withoutPermits(sql, [], required, surroundingsOf(name)), alter, 0)
  const asBody = (statement: string) => {
    const value = as(tryParse(statement)?.[0], 'SelectStmt')?.whereClause
    return alter(source.replaceWith(`select ${value ? writeSql(value) : 'false'}`))
  }
  const found = await withoutPermits(`select where ${condition.text}`, [], required)
  return altering(found, asBody, source.linesBefore + condition.line - 1)
}

/** The condition of a body that is `select` and a condition. */
function conditionIn(text: string): RawText | undefined {
  const [statement, ...more] = tryParse(text) ?? []
  if (!statement || more.length > 0 || asCondition(statement) === statement) return undefined
  const raw = behind(text, 'select')
  return raw && { ...raw, text: raw.text.replace(/;\s*$/, '') }
}

function altering(
  found: PartOfMigration[],
  alter: (without: string) => string,
  linesBefore: number,
): PartOfMigration[] {
  return found.map(part => ({ ...withCode(part, alter), line: linesBefore + part.line }))
}

function orReplace(sql: string): string {
  return sql.replace(/^((?:\s|--.*\n|\/\*[\s\S]*?\*\/)*)create\s+(?!or\s)/i, '$1create or replace ')
}
