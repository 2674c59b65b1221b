// The names of the columns of a table, a CTE or a subquery. A column that the text does not show is left out: an alias
// is swapped only for one that surely has the column.

import { as, columnParts, lastName, type Node } from '../../../sql/node.ts'
import { fromItems } from '../../tree/from-clause.ts'
import type { NodePath } from '../../tree/node-path.ts'
import type { Knowledge } from '../operator.ts'

type ColumnsOf = (item: Node) => Set<string>

/** A function that names the columns of a FROM item, with the CTEs that the node sees. */
export function columnsSeenFrom(path: NodePath, tables: NonNullable<Knowledge['tables']>): ColumnsOf {
  const ctes = ctesSeenFrom(path)
  // `open` are the CTEs that are being looked at: a recursive CTE names itself.
  const columnsOf = (item: Node, open: readonly string[]): Set<string> => {
    const subquery = as(item, 'RangeSubselect')
    if (subquery !== undefined) return renamed(subquery.alias?.colnames, outputOf(subquery.subquery, open))
    const table = as(item, 'RangeVar')
    const name = table?.relname ?? ''
    const cte = table?.schemaname === undefined ? as(ctes.get(name), 'CommonTableExpr') : undefined
    if (cte === undefined) return new Set(Object.hasOwn(tables, name) ? tables[name] : [])
    // The names of a recursive CTE come from its first part, which does not name the CTE.
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

function namesOf(target: Node, items: Map<string, Node>, columnsOf: ColumnsOf): string[] {
  const { name, val } = as(target, 'ResTarget') ?? {}
  if (name !== undefined) return [name]
  const parts = columnParts(val)
  if (parts?.at(-1) === '*') {
    const starred = parts.length === 1 ? [...items.values()] : [items.get(parts[0] ?? '')]
    return starred.flatMap(item => (item === undefined ? [] : [...columnsOf(item)]))
  }
  return [parts?.at(-1) ?? lastName(as(val, 'FuncCall')?.funcname)].filter(column => column !== '')
}

/** The columns of `x (a, b)` are a and b, whatever x calls them. */
function renamed(names: Node[] | undefined, columns: Set<string>): Set<string> {
  return names === undefined ? columns : new Set(names.map(name => lastName([name])))
}

/** The CTEs of all statements around the node; of two with the same name, the nearest. */
function ctesSeenFrom({ node, parent }: NodePath): Map<string, Node> {
  const ctes = parent === undefined ? new Map<string, Node>() : ctesSeenFrom(parent)
  const statement = Object.values(node)[0] as { withClause?: { ctes?: Node[] } } | undefined
  const own = as(node, 'WithClause')?.ctes ?? statement?.withClause?.ctes ?? []
  for (const cte of own) ctes.set(as(cte, 'CommonTableExpr')?.ctename ?? '', cte)
  return ctes
}
