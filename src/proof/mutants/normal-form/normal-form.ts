// Two statements do the same when their normal forms are equal. The normal form knows the equivalences below and no others.
// Each holds for every database, so a mutant with the normal form of its statement is equivalent, whatever the seed:
// - AND, OR: order, nesting, a condition written twice, TRUE and FALSE; NOT NOT x, NOT (a = b) and
//   a <> b, NOT (a OR b) and NOT a AND NOT b
// - a < b and b > a; the order of operands of =, <>, +, *, IS DISTINCT FROM, LEAST, GREATEST; the order of an IN list
// - BETWEEN and its two comparisons; IN of one value and =; COALESCE of one value and that value
// - LEAST(COALESCE(x, 100), 100) and LEAST(x, 100); CASE WHEN x < 100 THEN x ELSE 100 END, with < or <=, likewise
// - CASE with and without branches that a constant decides; WHERE TRUE, FILTER (WHERE TRUE) and no condition; LIMIT NULL
//   and no LIMIT
// - the ON of an inner join and the WHERE; an outer join whose missing rows a condition turns away and an inner join;
//   LEFT JOIN … ON TRUE of a subquery that always gives one row and an inner join
// - EXISTS (SELECT a …) and EXISTS (SELECT b …), with and without ORDER BY, DISTINCT and a constant LIMIT;
//   IN (SELECT DISTINCT …) and IN (SELECT …)
// PostgreSQL leaves the order of evaluation open, so it is no difference which of two errors is raised.

import { as, kindOf, type Node } from '../../sql/node.ts'
import { isPosition } from '../../sql/text-positions.ts'
import type { Tree } from '../../sql/walk-tree.ts'
import { nameOf } from '../tree/column-names.ts'
import { constantBoolean, isConstant, isNullConstant } from '../tree/constants.ts'
import { normalBoolean, normalComparison } from './conditions.ts'
import { normalFrom } from './joins.ts'
import { textOf } from './tree-text.ts'
import { normalCase, normalCoalesce, normalExtreme } from './values.ts'

/** The normal form of a tree, as a text to compare. */
export function normalForm(tree: unknown): string {
  return textOf(normal(tree))
}

// A mutant shares all but the changed branch with its original, so most of its normal form has been made before.
const cache = new WeakMap<object, unknown>()

function normal(tree: unknown, field = ''): unknown {
  if (typeof tree !== 'object' || tree === null) return tree
  const found = cache.get(tree)
  if (found !== undefined) return found
  const form = Array.isArray(tree) ? tree.map(item => normal(item)) : normalObject({ ...tree }, field)
  cache.set(tree, form)
  return form
}

function normalObject(tree: Tree, field: string): unknown {
  const keys = Object.keys(tree).filter(key => tree[key] !== undefined && !isPosition(key))
  const target = as(tree as unknown as Node, 'ResTarget')
  // PostgreSQL names a column after its expression: the name is noted before the expression takes another form.
  if (target?.val !== undefined && target.name === undefined)
    return { ResTarget: normalObject({ ...target, name: nameOf(target.val) }, field) }
  const copy = Object.fromEntries(keys.map(key => [key, normal(tree[key], key)]))
  if (kindOf(copy) !== undefined) return withRules(copy as unknown as Node)
  // The tree holds the two queries of a UNION without their kind.
  if ((field === 'larg' || field === 'rarg') && 'op' in copy) return as(withRules({ SelectStmt: copy }), 'SelectStmt')
  return copy
}

const RULES: Record<string, ((node: Node) => Node) | undefined> = {
  BoolExpr: normalBoolean,
  A_Expr: normalComparison,
  MinMaxExpr: normalExtreme,
  CaseExpr: normalCase,
  CoalesceExpr: normalCoalesce,
  SelectStmt: normalStatement,
  UpdateStmt: normalStatement,
  FuncCall: normalCall,
  SubLink: normalSubquery,
}

function withRules(node: Node): Node {
  return RULES[Object.keys(node)[0] ?? '']?.(node) ?? node
}

function normalStatement(node: Node): Node {
  const update = as(node, 'UpdateStmt')
  const select = as(node, 'SelectStmt')
  const { items, where } = normalFrom((select ?? update)?.fromClause ?? [], (select ?? update)?.whereClause)
  const changed: Record<string, unknown> = { ...(select ?? update) }
  changed.fromClause = items.length === 0 ? undefined : items
  changed.whereClause = where
  if (update !== undefined) return { UpdateStmt: changed }
  if (isNullConstant(select?.limitCount)) changed.limitCount = undefined
  if (changed.limitCount === undefined) changed.limitOption = 'LIMIT_OPTION_DEFAULT'
  if (select?.groupClause !== undefined && constantBoolean(select.havingClause)) changed.havingClause = undefined
  return { SelectStmt: changed }
}

function normalCall(node: Node): Node {
  const call = as(node, 'FuncCall')
  if (call === undefined || constantBoolean(call.agg_filter) !== true) return node
  const { agg_filter: _, ...rest } = call
  return { FuncCall: rest }
}

function normalSubquery(node: Node): Node {
  const link = as(node, 'SubLink')
  const select = as(link?.subselect, 'SelectStmt')
  if (link === undefined || select === undefined || select.op !== 'SETOP_NONE') return node
  const { distinctClause, limitCount, sortClause, ...rest } = select
  if (select.limitOffset !== undefined || select.valuesLists !== undefined) return node
  if (
    link.subLinkType === 'ANY_SUBLINK' &&
    limitCount === undefined &&
    distinctClause?.every(item => Object.keys(item).length === 0)
  )
    return { SubLink: { ...link, subselect: { SelectStmt: { ...rest, ...(sortClause ? { sortClause } : {}) } } } }
  // LIMIT 0, and a call in the SELECT (an aggregate, a function that returns rows), decide whether there is a row.
  const isLimited = limitCount !== undefined && (!isConstant(limitCount) || !as(limitCount, 'A_Const')?.ival?.ival)
  const calls = textOf(select.targetList ?? []).includes('FuncCall:')
  if (link.subLinkType !== 'EXISTS_SUBLINK' || isLimited || calls || select.groupClause || select.havingClause)
    return node
  const bare: Node = { SelectStmt: { ...rest, targetList: [], limitOption: 'LIMIT_OPTION_DEFAULT' } }
  return { SubLink: { ...link, subselect: bare } }
}
