// Swaps the alias of a column for another in scope that has a column of this name: the guard on the wrong table.

import { as, columnParts, conjunctsOf, descendants, lastName, type Node } from './ast.ts'
import { columnsSeenFrom } from './output-columns.ts'
import { type Level, levelsAt } from './scope.ts'
import { type Operator, replacing } from './site.ts'

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
    .filter(([name]) => !levels.some(level => demandsEqual(level, column, alias, name, site.node)))
    .map(([name]) => {
      const fields: Node[] = [{ String: { sval: name } }, { String: { sval: column } }]
      return replacing('swap-alias', site, { ColumnRef: { fields } })
    })
}

/** Whether every row has `one.column = other.column` anyway, by a condition in which the node does not stand. */
function demandsEqual({ statement }: Level, column: string, one: string, other: string, node: Node): boolean {
  return demandedConditions(statement).some(condition => {
    const comparison = as(condition, 'A_Expr')
    if (comparison?.kind !== 'AEXPR_OP' || lastName(comparison.name) !== '=') return false
    const sides = [comparison.lexpr, comparison.rexpr].map(side => columnParts(side)?.join('.')).sort()
    const wanted = [`${one}.${column}`, `${other}.${column}`].sort()
    return sides.join() === wanted.join() && ![...descendants(condition)].includes(node)
  })
}

/** The conjuncts that hold for every row of a statement: of its WHERE and of its inner joins. */
function demandedConditions(statement: Node): Node[] {
  const body = as(statement, 'SelectStmt') ?? as(statement, 'UpdateStmt')
  const where = body?.whereClause ?? as(statement, 'DeleteStmt')?.whereClause
  const joined = (item: Node | undefined): Node[] => {
    const join = as(item, 'JoinExpr')
    if (join?.jointype !== 'JOIN_INNER') return []
    return [...conjunctsOf(join.quals), ...joined(join.larg), ...joined(join.rarg)]
  }
  return [...conjunctsOf(where), ...(body?.fromClause ?? []).flatMap(joined)]
}
