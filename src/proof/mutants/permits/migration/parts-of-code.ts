import { as, lastName, type Node } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'
import { writeSql } from '../../../sql/write-sql.ts'
import { functionSource } from '../../plpgsql/function-source.ts'
import { withoutPermits } from '../permits.ts'
import type { PartOfMigration, PlacedStatement } from './part.ts'
import { asCondition } from './predicates.ts'
import { behind, type RawText } from './raw-text.ts'

/** The parts of a view's query. A view keeps its owner, its rights and its options when it is replaced. */
export async function partsOfView({ sql, tree, later, required }: PlacedStatement): Promise<PartOfMigration[]> {
  const view = as(tree, 'ViewStmt')
  const name = view?.view?.relname
  const raw = behind(sql, 'as')
  const isMadeAgain = later.some(({ tree: other }) => as(other, 'ViewStmt')?.view?.relname === name)
  if (!view || raw === undefined || isMadeAgain) return []
  const [, query = '', check = ''] =
    /^([\s\S]*?)(\s+with\s+(?:local\s+|cascaded\s+)?check\s+option\s*;?\s*)?$/i.exec(raw.text) ?? []
  const again = alteredAfter(later, other => as(other, 'AlterTableStmt')?.relation?.relname === name)
  const alter = (without: string) => `${orReplace(raw.replaceWith(` ${without}${check}`))}${again}`
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
  const [name, count] = [lastName(created?.funcname), created?.parameters?.length]
  const isMadeAgain = later.some(({ tree: other }) => {
    const next = as(other, 'CreateFunctionStmt')
    return next && lastName(next.funcname) === name && next.parameters?.length === count
  })
  if (!created || isMadeAgain) return []
  const again = alteredAfter(later, other => lastName(as(other, 'AlterFunctionStmt')?.func?.objname) === name)
  const alter = (without: string) => `${orReplace(without)}${again}`
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
  return found.map(({ sql, line, selector, ...part }) => ({
    ...part,
    line: linesBefore + line,
    sql: sql === undefined ? undefined : alter(sql),
    ...(selector && {
      selector: {
        ...selector,
        telling: selector.telling === undefined ? undefined : alter(selector.telling),
        freeze: (value: string) => alter(selector.freeze(value)),
      },
    }),
  }))
}

/** What later statements altered, as SECURITY DEFINER, a replacement would undo. */
function alteredAfter(later: PlacedStatement['later'], isAbout: (tree: Node) => boolean): string {
  return later.flatMap(({ sql, tree }) => (isAbout(tree) ? [`;\n${sql}`] : [])).join('')
}

function orReplace(sql: string): string {
  return sql.replace(/^((?:\s|--.*\n|\/\*[\s\S]*?\*\/)*)create\s+(?!or\s)/i, '$1create or replace ')
}
