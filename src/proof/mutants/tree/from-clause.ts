// Which aliases a FROM declares, and which of them an expression names.

import { as, columnParts, type Node, nodesIn } from '../../sql/node.ts'

/** The tables, subqueries and functions of a FROM item by alias; the item of a join gives those of both its sides. */
export function fromItems(item: Node | undefined): Map<string, Node> {
  const join = as(item, 'JoinExpr')
  if (join !== undefined) return new Map([...fromItems(join.larg), ...fromItems(join.rarg)])
  const name = item === undefined ? undefined : aliasOf(item)
  return item === undefined || name === undefined ? new Map() : new Map([[name, item]])
}

export function aliasesIn(item: Node | undefined): Set<string> {
  return new Set(fromItems(item).keys())
}

function aliasOf(item: Node): string | undefined {
  const table = as(item, 'RangeVar')
  if (table !== undefined) return table.alias?.aliasname ?? table.relname
  return (as(item, 'RangeSubselect') ?? as(item, 'RangeFunction'))?.alias?.aliasname
}

/**
 * The aliases that an expression names. Undefined when the expression has a subquery, or a column without an alias: whose
 * column that is only the schema could say.
 */
export function aliasesReferenced(expression: unknown): Set<string> | undefined {
  const aliases = new Set<string>()
  for (const node of nodesIn(expression)) {
    if ('SubLink' in node) return undefined
    const parts = columnParts(node)
    if (parts === undefined) continue
    if (parts.length !== 2 || parts[0] === undefined) return undefined
    aliases.add(parts[0])
  }
  return aliases
}
