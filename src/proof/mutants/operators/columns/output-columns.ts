// The names of the columns that a table, a CTE or a subquery has. What cannot be told is left out: an alias is
// swapped only for one that is known to have the column.

import { as, columnParts, lastName, type Node } from '../../../sql/node.ts'
import { fromItems } from '../../tree/from-clause.ts'
import type { Knowledge, Site } from '../../tree/node-path.ts'

export type Columns = (item: Node) => Set<string>

/** A function that names the columns of a FROM item, seen from the site. */
export function columnsSeenFrom(site: Site, schema: NonNullable<Knowledge['schema']>): Columns {
  const ctes = ctesSeenFrom(site)
  const columnsOf = (item: Node, open: readonly string[]): Set<string> => {
    const subquery = as(item, 'RangeSubselect')
    if (subquery !== undefined) return renamed(subquery.alias?.colnames, outputOf(subquery.subquery, open))
    const table = as(item, 'RangeVar')
    const name = table?.relname ?? ''
    const cte = table?.schemaname === undefined ? as(ctes.get(name), 'CommonTableExpr') : undefined
    if (cte === undefined) return new Set(Object.hasOwn(schema, name) ? schema[name] : [])
    // A recursive CTE names itself: the names come from its first part, which does not.
    if (open.includes(name)) return new Set()
    return renamed(cte.aliascolnames, outputOf(cte.ctequery, [...open, name]))
  }
  const outputOf = (query: Node | undefined, open: readonly string[]): Set<string> => {
    const select = as(query, 'SelectStmt')
    if (select?.larg !== undefined) return outputOf({ SelectStmt: select.larg }, open)
    const update = as(query, 'UpdateStmt')
    const write = update ?? as(query, 'InsertStmt') ?? as(query, 'DeleteStmt')
    const from = select?.fromClause ?? update?.fromClause ?? []
    const relation: Node[] = write?.relation === undefined ? [] : [{ RangeVar: write.relation }]
    const items = new Map([...relation, ...from].flatMap(item => [...fromItems(item)]))
    const targets = select?.targetList ?? write?.returningClause?.exprs ?? []
    return new Set(targets.flatMap(target => namesOf(target, items, item => columnsOf(item, open))))
  }
  return item => columnsOf(item, [])
}

function namesOf(target: Node, items: Map<string, Node>, columnsOf: Columns): string[] {
  const { name, val } = as(target, 'ResTarget') ?? {}
  if (name !== undefined) return [name]
  const parts = columnParts(val)
  if (parts?.at(-1) === '*') {
    const starred = parts.length === 1 ? [...items.values()] : [items.get(parts[0] ?? '')]
    return starred.flatMap(item => (item === undefined ? [] : [...columnsOf(item)]))
  }
  return [parts?.at(-1) ?? lastName(as(val, 'FuncCall')?.funcname)].filter(column => column !== '')
}

function renamed(names: Node[] | undefined, columns: Set<string>): Set<string> {
  return names === undefined ? columns : new Set(names.map(name => lastName([name])))
}

/** The CTEs of all statements around the site, the nearest winning. */
function ctesSeenFrom(site: Site): Map<string, Node> {
  const outer = site.parent === undefined ? new Map<string, Node>() : ctesSeenFrom(site.parent)
  const statement = Object.values(site.node)[0] as { withClause?: { ctes?: Node[] } } | undefined
  const own = as(site.node, 'WithClause')?.ctes ?? statement?.withClause?.ctes ?? []
  for (const cte of own) outer.set(as(cte, 'CommonTableExpr')?.ctename ?? '', cte)
  return outer
}
