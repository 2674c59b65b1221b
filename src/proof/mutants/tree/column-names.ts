// PostgreSQL names a column without AS after its expression: `COALESCE(a, b)` is called coalesce, and `a` is called a.
// A mutant must not be killed by another name alone, so its column gets the old name with AS.

import { as, lastName, type Node } from '../../sql/node.ts'
import type { Keys } from '../../sql/walk-tree.ts'
import { replaceAt, valueAt } from './replace-at.ts'

/** The changed tree, with the old name for the output column that the keys lead through. */
export function keepColumnName(original: Node[], changed: Node[], keys: Keys): Node[] {
  const index = keys.findLastIndex((key, at) => key === 'ResTarget' && isOutputColumn(keys.slice(0, at)))
  if (index < 0) return changed
  const column = keys.slice(0, index)
  const before = as(valueAt(original, column) as Node | undefined, 'ResTarget')
  const after = as(valueAt(changed, column) as Node | undefined, 'ResTarget')
  if (before === undefined || after === undefined || after.name !== undefined) return changed
  const name = nameOf(before.val)
  return name === nameOf(after.val) ? changed : replaceAt(changed, [...column, 'ResTarget', 'name'], name)
}

/** Whether keys lead to a column of a SELECT or a RETURNING, and not to a column that is set. */
function isOutputColumn(keys: Keys): boolean {
  const list = keys.at(-2)
  return list === 'exprs' || (list === 'targetList' && ['SelectStmt', 'larg', 'rarg'].includes(String(keys.at(-3))))
}

/** The name that PostgreSQL gives to an expression: FigureColname in its parse_target.c, for what mutants change. */
export function nameOf(node: Node | undefined): string {
  return strongName(node) ?? weakName(node) ?? '?column?'
}

function strongName(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined
  const fields = as(node, 'ColumnRef')?.fields ?? as(node, 'FuncCall')?.funcname
  if (fields !== undefined) return lastName(fields)
  const extreme = as(node, 'MinMaxExpr')
  if (extreme !== undefined) return extreme.op === 'IS_LEAST' ? 'least' : 'greatest'
  if (as(node, 'CoalesceExpr') !== undefined) return 'coalesce'
  if (as(node, 'A_ArrayExpr') !== undefined) return 'array'
  const link = as(node, 'SubLink')
  if (link?.subLinkType === 'EXISTS_SUBLINK') return 'exists'
  const [target] = link?.subLinkType === 'EXPR_SUBLINK' ? (as(link.subselect, 'SelectStmt')?.targetList ?? []) : []
  const column = as(target, 'ResTarget')
  if (column !== undefined) return column.name ?? nameOf(column.val)
  // The ELSE names a CASE, and the operand of a cast names the cast, if they have a strong name of their own.
  return strongName(as(node, 'CaseExpr')?.defresult ?? as(node, 'TypeCast')?.arg)
}

function weakName(node: Node | undefined): string | undefined {
  if (as(node, 'CaseExpr') !== undefined) return 'case'
  const cast = as(node, 'TypeCast')
  if (cast !== undefined) return lastName(cast.typeName?.names)
  return as(node, 'A_Const')?.boolval === undefined ? undefined : 'bool'
}
