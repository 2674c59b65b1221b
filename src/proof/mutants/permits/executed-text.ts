// The text that EXECUTE runs, and the variables that it is put together from.

import { as, type Node } from '../../sql/node.ts'
import { tryParse } from '../../sql/parse-statements.ts'
import type { PlpgsqlExpression } from '../../sql/plpgsql-expressions.ts'
import { walk } from '../../sql/walk-tree.ts'

/** By variable, what is assigned to it anywhere. */
export type Sources = ReadonlyMap<string, Node[]>

/** The SQL is text that EXECUTE runs. */
export function runsText({ statement, part }: PlpgsqlExpression): boolean {
  return part === 'dynquery' || (part === 'query' && /_(?:dynexecute|dynfors)$/.test(statement))
}

/** By variable, all that the body assigns to it. */
export function sourcesOf(all: PlpgsqlExpression[]): Sources {
  const sources = new Map<string, Node[]>()
  const add = (name: string, value: Node | undefined) => {
    if (value !== undefined) sources.set(name, [...(sources.get(name) ?? []), value])
  }
  for (const { statement, part, node, query } of all) {
    if (part === 'params') continue
    if (part === 'default_val') add(String(node.refname), expressionOf(query))
    const [, name, value] = /^([\w]+)[\w.[\]\s]*:?=\s*([\s\S]+)$/.exec(query) ?? []
    if (statement === 'PLpgSQL_stmt_assign' && name !== undefined) add(name, expressionOf(value ?? ''))
    if (part === 'sqlstmt' || part === 'query' || part === 'expr')
      for (const target of targetsOf(node)) add(target, tryParse(query)?.[0] ?? expressionOf(query))
  }
  return sources
}

/** The variables that a SELECT … INTO, a FETCH or a loop sets. */
function targetsOf({ target, var: variable, row, rec }: Record<string, unknown>): string[] {
  const names: string[] = []
  walk(
    [target, variable, row, rec].map(one => ({ one })),
    (_, { refname, fields }) => {
      if (typeof refname === 'string') names.push(refname)
      for (const { name } of (fields ?? []) as { name?: string }[]) if (name !== undefined) names.push(name)
    },
  )
  return names
}

/** The tree of an expression; undefined for a text that is none. */
export function expressionOf(sql: string): Node | undefined {
  const [select] = tryParse(`select ${sql}`) ?? []
  const { targetList = [], fromClause } = as(select, 'SelectStmt') ?? {}
  return fromClause || targetList.length !== 1 ? select : as(targetList[0], 'ResTarget')?.val
}
