// The tables of a statement's FROM, and their columns.

import { as, type Body, columnParts, lastName, type Node, nodesIn } from '../../../sql/node.ts'
import { identifier } from '../../../sql/sql-text.ts'
import { writeSql } from '../../../sql/write-sql.ts'
import { fromItems } from '../../tree/from-clause.ts'
import type { OperatorContext } from '../operator.ts'
import { trustedParameters } from './parameters.ts'

export interface NamedTable {
  readonly alias: string
  readonly table: string
}

/** The tables that a SELECT, an UPDATE or a DELETE names in its FROM, with the table that it changes; no CTEs. */
export function tablesOf(node: Node, { attack }: OperatorContext): NamedTable[] {
  const update = as(node, 'UpdateStmt')
  const target: Body<'RangeVar'> | undefined = (update ?? as(node, 'DeleteStmt'))?.relation
  const items = [
    ...(target === undefined ? [] : [{ RangeVar: target }]),
    ...(as(node, 'SelectStmt')?.fromClause ?? update?.fromClause ?? []),
  ]
  return items
    .flatMap(item => [...fromItems(item)])
    .flatMap(([alias, item]) => {
      const table = as(item, 'RangeVar')?.relname
      return table !== undefined && attack !== undefined && table in attack.types ? [{ alias, table }] : []
    })
}

export interface NamedColumn extends NamedTable {
  readonly column: string
  readonly type: string
  /** `alias.column`, quoted where needed. */
  readonly sql: string
}

/** The columns of the statement's tables that a rule hides from some callers. The caller's own row hides nothing. */
export function hiddenColumnsOf(node: Node, context: OperatorContext): NamedColumn[] {
  const own = ownRows(node, context)
  return columnsOf(node, context).filter(
    ({ table, column, alias }) => context.attack?.hiddenColumns[table]?.includes(column) && !own.has(alias),
  )
}

/** The aliases of the caller's own row: `me` of `me.id = :user_id`. */
function ownRows(node: Node, context: OperatorContext): Set<string> {
  const trusted = new Set(trustedParameters(context).map(({ sql }) => sql))
  const pairs = nodesIn(node).flatMap(one => {
    const { lexpr, rexpr, name } = as(one, 'A_Expr') ?? {}
    if (lastName(name) !== '=' || lexpr === undefined || rexpr === undefined) return []
    return [
      { column: columnParts(lexpr), value: rexpr },
      { column: columnParts(rexpr), value: lexpr },
    ]
  })
  return new Set(
    pairs
      .filter(({ column, value }) => KEY.test(column?.[1] ?? '') && trusted.has(writeSql(value)))
      .flatMap(({ column }) => column?.[0] ?? []),
  )
}

/** A column that names one row: `id`, `employee_no`. */
const KEY = /^(?:id|\w+_no)$/

export function columnsOf(node: Node, context: OperatorContext): NamedColumn[] {
  return tablesOf(node, context).flatMap(({ alias, table }) =>
    Object.entries(context.attack?.types[table] ?? {}).map(([column, type]) => {
      return { alias, table, column, type, sql: `${identifier(alias)}.${identifier(column)}` }
    }),
  )
}

/** Whether each row of the statement is a row of its FROM: no GROUP BY, no aggregate, no DISTINCT, no UNION. */
export function isPlainSelect(select: Body<'SelectStmt'>): boolean {
  return (
    select.fromClause !== undefined &&
    select.groupClause === undefined &&
    select.distinctClause === undefined &&
    select.havingClause === undefined &&
    select.larg === undefined
  )
}
