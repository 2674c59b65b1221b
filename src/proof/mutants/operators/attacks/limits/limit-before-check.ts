import { as, columnParts, type Node } from '../../../../sql/node.ts'
import { parseStatements } from '../../../../sql/parse-statements.ts'
import { identifier } from '../../../../sql/sql-text.ts'
import { writeSql } from '../../../../sql/write-sql.ts'
import type { Mutation, Operator } from '../../operator.ts'
import { isPlainSelect, type NamedTable, tablesOf } from '../tables.ts'

/** The page is taken before the guards are tried: `FROM (SELECT * FROM t ORDER BY id LIMIT 50) t WHERE guard LIMIT 50`. */
export const limitBeforeCheck: Operator = {
  name: 'limit-before-check',
  mutate: (path, context) => {
    const select = as(path.node, 'SelectStmt')
    if (select?.limitCount === undefined || !isPlainSelect(select) || !context.attack?.isLimited) return []
    const order = (select.sortClause ?? []).map(item => writeSql(item)).join(', ')
    return tablesOf(path.node, context)
      .filter(({ table }) => context.attack?.guardedTables.includes(table))
      .flatMap(named => {
        const keys = keysOf(select.fromClause ?? [], named)
        if (keys === undefined) return []
        const own = isOrderOf(select.sortClause ?? [], named) ? order : `${identifier(named.alias)}.ctid`
        const value = limitedTable(named, own, writeSql(select.limitCount as Node))
        const edits = [{ keys: [...path.bodyKeys, 'fromClause', ...keys], value }]
        return [{ what: [`FROM ${named.table} → FROM `, value], edits } satisfies Mutation]
      })
  },
}

/** The place of a table in a FROM: the item itself, or the first of a chain of joins. */
function keysOf(items: Node[], { alias, table }: NamedTable): (string | number)[] | undefined {
  for (const [nth, item] of items.entries()) {
    const keys: (string | number)[] = [nth]
    let here: Node | undefined = item
    for (let join = as(here, 'JoinExpr'); join !== undefined; join = as(here, 'JoinExpr')) {
      keys.push('JoinExpr', 'larg')
      here = join.larg
    }
    const range = as(here, 'RangeVar')
    if (range?.relname === table && (range.alias?.aliasname ?? table) === alias) return keys
  }
  return undefined
}

function isOrderOf(sorts: Node[], { alias }: NamedTable): boolean {
  return sorts.length > 0 && sorts.every(sort => columnParts(as(sort, 'SortBy')?.node)?.[0] === alias)
}

function limitedTable({ alias, table }: NamedTable, order: string, limit: string): Node {
  const inner = `(SELECT * FROM ${identifier(table)} AS ${identifier(alias)} ORDER BY ${order} LIMIT ${limit})`
  const [item] = as(parseStatements(`SELECT FROM ${inner} AS ${identifier(alias)}`)[0], 'SelectStmt')?.fromClause ?? []
  if (item === undefined) throw new Error(`This is no subquery: ${inner}`)
  return item
}
