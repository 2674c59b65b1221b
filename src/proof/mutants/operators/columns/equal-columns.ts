// Columns that have the same value in every row: `a.x` and `b.x` after `JOIN b ON a.x = b.x`.

import { as, type Body, columnParts, lastName, type Node, nodesIn } from '../../../sql/node.ts'
import { comparing, conjunctsOf } from '../../tree/conditions.ts'
import { fromItems } from '../../tree/from-clause.ts'
import type { QueryScope } from './scope.ts'

/** Whether two columns are the same in every row, by conditions that do not contain the node. */
export function areEqual(scopes: QueryScope[], one: string, other: string, node: Node): boolean {
  const pairs = scopes.flatMap(({ statement }, nth) => {
    const inner = new Set(scopes.slice(0, nth).flatMap(({ items }) => [...items.keys()]))
    return conditionsOf(statement)
      .filter(condition => !nodesIn(condition).includes(node))
      .flatMap(comparedColumns)
      .filter(pair => pair.every(name => !inner.has(name.split('.')[0] ?? '')))
  })
  const same = new Set([one])
  for (let before = 0; before !== same.size; ) {
    before = same.size
    for (const pair of pairs) if (pair.some(name => same.has(name))) for (const name of pair) same.add(name)
  }
  return same.has(other)
}

/** The columns that a condition equates, in pairs: those of `a.x = b.x`, and of `(a.x, a.y) = (b.x, b.y)`. */
function comparedColumns(condition: Node): string[][] {
  const { kind, name, lexpr, rexpr } = as(condition, 'A_Expr') ?? {}
  if (kind !== 'AEXPR_OP' || lastName(name) !== '=') return []
  const [left, right] = [lexpr, rexpr].map(side => as(side, 'RowExpr')?.args ?? [side])
  const pairs = (left ?? []).map((side, nth) => [side, right?.[nth]].map(part => columnParts(part) ?? []))
  return pairs.filter(pair => pair.every(({ length }) => length === 2)).map(pair => pair.map(parts => parts.join('.')))
}

/** The conjuncts that hold for every row of a statement: those of its WHERE and of its inner joins. */
function conditionsOf(statement: Node): Node[] {
  const body = as(statement, 'SelectStmt') ?? as(statement, 'UpdateStmt')
  const where = body?.whereClause ?? as(statement, 'DeleteStmt')?.whereClause
  const joined = (item: Node | undefined): Node[] => {
    const join = as(item, 'JoinExpr')
    if (join?.jointype === 'JOIN_LEFT') return joined(join.larg)
    if (join?.jointype !== 'JOIN_INNER') return []
    return [...conjunctsOf(join.quals), ...usingConditions(join), ...joined(join.larg), ...joined(join.rarg)]
  }
  return [...conjunctsOf(where), ...(body?.fromClause ?? []).flatMap(joined)]
}

/** `a JOIN b USING (x)` as `a.x = b.x`. With more than two tables, only the schema could say which of them have the column. */
function usingConditions({ usingClause = [], larg, rarg }: Body<'JoinExpr'>): Node[] {
  const [left, right, ...more] = [...fromItems(larg).keys(), ...fromItems(rarg).keys()]
  if (left === undefined || right === undefined || more.length > 0) return []
  const column = (alias: string, name: Node): Node => ({ ColumnRef: { fields: [{ String: { sval: alias } }, name] } })
  return usingClause.map(name => comparing(column(left, name), '=', column(right, name)))
}
