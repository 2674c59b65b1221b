// The columns into which the code of a case puts values that it computes from rows. A part of such a value may be random and
// another part a secret, so that it never counts as generated.

import { as, columnParts, type Node, nodesIn } from '../../sql/node.ts'
import { tryParse } from '../../sql/parse-statements.ts'
import { plpgsqlExpressions } from '../../sql/plpgsql-expressions.ts'

/** The columns as `comments.id`; `comments.*` for an INSERT that names no columns. */
export function computedColumns(code: string): Set<string> {
  const pieces = (plpgsqlExpressions(code) ?? []).flatMap(
    ({ query }) => tryParse(query) ?? tryParse(`select ${query}`) ?? [],
  )
  const trees = nodesIn([...(tryParse(code) ?? []), ...pieces])
  const texts = trees.flatMap(node => as(node, 'A_Const')?.sval?.sval ?? as(node, 'String')?.sval ?? [])
  const executed = texts.filter(text => /\binsert\b/i.test(text)).flatMap(text => tryParse(text) ?? [])
  const found = [...trees, ...nodesIn(executed)].flatMap(node => insertedColumns(node, code))
  return new Set(found)
}

function insertedColumns(node: Node, code: string): string[] {
  const insert = as(node, 'InsertStmt')
  const select = as(insert?.selectStmt, 'SelectStmt')
  if (!insert || !select) return []
  const table = insert.relation?.relname ?? ''
  const names = (insert.cols ?? []).map(column => as(column, 'ResTarget')?.name ?? '')
  if (names.length === 0) return [`${table}.*`]
  const lists = (select.valuesLists ?? []).map(list => as(list, 'List')?.items ?? [])
  const targets = (select.targetList ?? []).map(target => as(target, 'ResTarget')?.val)
  return names.flatMap((name, nth) => {
    const values = lists.length > 0 ? lists.map(items => items[nth]) : [targets[nth]]
    return values.every(value => value !== undefined && isWithoutRows(value, code)) ? [] : [`${table}.${name}`]
  })
}

/** Whether a value comes from no row: it has no column and no subquery, such as `gen_random_uuid()`. */
function isWithoutRows(value: Node, code: string): boolean {
  return nodesIn(value).every(node => {
    const [name, ...others] = columnParts(node) ?? []
    if (name !== undefined) return others.length === 0 && isGeneratedVariable(name, code)
    return as(node, 'SubLink') === undefined
  })
}

/** Whether the name is that of a variable that is set once, by a function without arguments: `v_id uuid := gen_random_uuid()`. */
function isGeneratedVariable(name: string, code: string): boolean {
  if (!/^\w+$/.test(name)) return false
  const sets =
    code.match(new RegExp(`\\b${name}\\b(?:\\s+\\w+)?\\s*(?::=|=|default\\b)|\\binto\\b[^;]*\\b${name}\\b`, 'gi')) ?? []
  const generated = new RegExp(`\\b${name}\\b(?:\\s+\\w+)?\\s*(?::=|=|default\\b)\\s*\\w+\\s*\\(\\s*\\)\\s*;`, 'i')
  return sets.length === 1 && generated.test(code)
}
