// Swaps the alias of a column for another in scope that has a column of this name: the guard on the wrong table.

import { as, type Body, columnParts, conjunctsOf, descendants, lastName, type Node } from '../../../sql/node.ts'
import { fromItems } from '../../tree/from-clause.ts'
import { type Operator, replacing } from '../../tree/node-path.ts'
import { comparing } from '../conditions/drop-conjunct.ts'
import { columnsSeenFrom } from './output-columns.ts'
import { type Level, levelsAt } from './scope.ts'

export const swapAlias: Operator = (site, { schema }) => {
  const [alias, column, ...more] = columnParts(site.node) ?? []
  if (schema === undefined || alias === undefined || column === undefined || more.length > 0 || column === '*')
    return []
  const levels = levelsAt(site) ?? []
  if (!levels.some(({ items }) => items.has(alias))) return []
  const columnsOf = columnsSeenFrom(site, schema)
  const others = new Map([...levels].reverse().flatMap(({ items }) => [...items]))
  return [...others]
    .filter(([name, item]) => name !== alias && columnsOf(item).has(column))
    .filter(([name]) => !areEqual(levels, `${alias}.${column}`, `${name}.${column}`, site.node))
    .map(([name]) => {
      const fields: Node[] = [{ String: { sval: name } }, { String: { sval: column } }]
      return replacing('swap-alias', site, { ColumnRef: { fields } })
    })
}

/** Whether two columns are the same in every row anyway, by conditions in which the node does not stand. */
function areEqual(levels: Level[], one: string, other: string, node: Node): boolean {
  const pairs = levels.flatMap(({ statement }, nth) => {
    const inner = new Set(levels.slice(0, nth).flatMap(level => [...level.items.keys()]))
    return demandedConditions(statement)
      .filter(condition => ![...descendants(condition)].includes(node))
      .flatMap(equalColumns)
      .filter(pair => pair.every(name => !inner.has(name.split('.')[0] ?? '')))
  })
  const same = new Set([one])
  for (let before = 0; before !== same.size; ) {
    before = same.size
    for (const pair of pairs) if (pair.some(name => same.has(name))) for (const name of pair) same.add(name)
  }
  return same.has(other)
}

/** The columns that a condition compares: `a.x = b.x`, or those of `(a.x, a.y) = (b.x, b.y)`, in pairs. */
function equalColumns(condition: Node): string[][] {
  const { kind, name, lexpr, rexpr } = as(condition, 'A_Expr') ?? {}
  if (kind !== 'AEXPR_OP' || lastName(name) !== '=') return []
  const [left, right] = [lexpr, rexpr].map(side => as(side, 'RowExpr')?.args ?? [side])
  const pairs = (left ?? []).map((side, nth) => [side, right?.[nth]].map(part => columnParts(part) ?? []))
  return pairs.filter(pair => pair.every(({ length }) => length === 2)).map(pair => pair.map(parts => parts.join('.')))
}

/** The conjuncts that hold for every row of a statement: of its WHERE and of its inner joins. */
function demandedConditions(statement: Node): Node[] {
  const body = as(statement, 'SelectStmt') ?? as(statement, 'UpdateStmt')
  const where = body?.whereClause ?? as(statement, 'DeleteStmt')?.whereClause
  const joined = (item: Node | undefined): Node[] => {
    const join = as(item, 'JoinExpr')
    if (join?.jointype === 'JOIN_LEFT') return joined(join.larg)
    if (join?.jointype !== 'JOIN_INNER') return []
    return [...conjunctsOf(join.quals), ...usedColumns(join), ...joined(join.larg), ...joined(join.rarg)]
  }
  return [...conjunctsOf(where), ...(body?.fromClause ?? []).flatMap(joined)]
}

/** `a JOIN b USING (x)` as `a.x = b.x`; of more than two tables, the schema would have to say whose columns they are. */
function usedColumns({ usingClause = [], larg, rarg }: Body<'JoinExpr'>): Node[] {
  const [left, right, ...more] = [...fromItems(larg).keys(), ...fromItems(rarg).keys()]
  if (left === undefined || right === undefined || more.length > 0) return []
  const column = (alias: string, name: Node): Node => ({ ColumnRef: { fields: [{ String: { sval: alias } }, name] } })
  return usingClause.map(name => comparing(column(left, name), '=', column(right, name)))
}
