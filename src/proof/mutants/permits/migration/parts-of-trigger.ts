import { as, lastName, type Node, nodesIn } from '../../../sql/node.ts'
import { writeSql } from '../../../sql/write-sql.ts'
import type { PartOfMigration, PlacedStatement } from './part.ts'
import { inParentheses } from './raw-text.ts'
import { isGone } from './renames.ts'

/**
 * Each condition of WHEN: what it keeps from a trigger may be a row whose permission the trigger should have taken. A trigger
 * that waits for a change of a column does nothing new without that.
 */
export function partsOfTrigger({ sql, tree, later }: PlacedStatement): PartOfMigration[] {
  const trigger = as(tree, 'CreateTrigStmt')
  const raw = inParentheses(sql, 'when')
  if (!trigger?.whenClause || !trigger.relation || raw === undefined || isGone(tree, later)) return []
  const conditions = conjunctsOf(trigger.whenClause)
  const drop = `drop trigger "${trigger.trigname}" on ${writeSql({ RangeVar: trigger.relation })}`
  return conditions.flatMap((condition, at) => {
    if (isAboutChange(condition)) return []
    const left = conditions.toSpliced(at, 1).map(one => `(${writeSql(one)})`)
    const create = raw.replaceWith(left.length > 0 ? left.join(' and ') : 'true')
    return { what: `when ${writeSql(condition)}`, line: raw.line, sql: `${drop};\n${create}` }
  })
}

function conjunctsOf(node: Node): Node[] {
  const { boolop, args = [] } = as(node, 'BoolExpr') ?? {}
  return boolop === 'AND_EXPR' ? args.flatMap(conjunctsOf) : [node]
}

function isAboutChange(node: Node): boolean {
  const calls = nodesIn(node).flatMap(one => as(one, 'FuncCall')?.funcname ?? [])
  return as(node, 'A_Expr')?.kind === 'AEXPR_DISTINCT' || lastName(calls) === 'pg_trigger_depth'
}
