// Which aliases a FROM brings into scope, and which of them an expression speaks of.

import { as, columnParts, descendants, type Node } from '../../sql/node.ts'

/** The tables, subqueries and functions of a FROM item, joins taken apart, by alias. */
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
 * The aliases that an expression speaks of; undefined when a column stands there without one, or a subquery, so that
 * nobody can say without the schema.
 */
export function aliasesReferenced(expression: unknown): Set<string> | undefined {
  const aliases = new Set<string>()
  for (const node of descendants(expression)) {
    if ('SubLink' in node) return undefined
    const parts = columnParts(node)
    if (parts === undefined) continue
    if (parts.length !== 2 || parts[0] === undefined) return undefined
    aliases.add(parts[0])
  }
  return aliases
}
