// Conditions and limits without which more is taken away: in a NOT EXISTS, in a count that must be zero, in a query on which a
// later check of a function depends.

import { as, columnParts, lastName, type Node } from '../../../sql/node.ts'
import { walkTree } from '../../../sql/walk-tree.ts'
import { dropConjunct } from '../../operators/conditions/drop-conjunct.ts'
import { changeField, type Operator, type OperatorContext } from '../../operators/operator.ts'
import { dropLimit } from '../../operators/rows/drop-limit.ts'
import { argumentsOf } from '../../tree/conditions.ts'
import { isNullConstant } from '../../tree/constants.ts'
import { isConditionRoot, type NodePath } from '../../tree/node-path.ts'
import { mayTake, outwards } from '../is-restricting.ts'

/**
 * Each conjunct inside a NOT EXISTS, and in every other place that may take away: without it, more is taken away. What says
 * which rows are meant, as `u.id = t.id` or `u.org_id = :org_id`, is no permit.
 */
export const dropRestrictingConjunct: Operator = {
  name: 'drop-restricting-conjunct',
  mutate(path, context) {
    const isAlone = argumentsOf(path.node, 'AND_EXPR') === undefined
    // Each condition of an IF that does more than refuse is made true, and false.
    const isDecided = context.isTest && context.isGuard !== true && isConditionRoot(path) && !path.parent?.parent
    if ((isAlone && !isClause(path, context)) || isDecided || !mayTake(path, context)) return []
    const dropped = dropConjunct.mutate(path, context).slice(0, isAlone ? 1 : undefined)
    return dropped.filter(({ at }) => !isLink(at ?? path.node, path, context))
  },
}

/** A whole WHERE, ON, HAVING or FILTER. The conditions of an IF and of a CASE are made true and false elsewhere. */
function isClause({ parent, field }: NodePath, { isTest }: OperatorContext): boolean {
  if (isTest && parent?.parent === undefined) return false
  return ['whereClause', 'havingClause', 'quals', 'agg_filter'].includes(field)
}

/** A LIMIT or an OFFSET of rows that may take away: a row that does not fit takes nothing. */
export const dropTakingLimit: Operator = {
  name: 'drop-taking-limit',
  mutate(path, context) {
    const { limitCount, limitOffset } = as(path.node, 'SelectStmt') ?? {}
    if (!(limitCount || limitOffset) || !mayTake(path, context)) return []
    // How many rows of it come is found out among many rows, by the check `limit`.
    if (context.isDeciding && isWholeQuery(path)) return []
    const link = as(path.parent?.node, 'SubLink')?.subLinkType
    const isOne = as(limitCount, 'A_Const')?.ival?.ival === 1
    // One row is as good as many where they are asked for one value, or whether there is one.
    const isNeedless = isOne && (link === 'EXPR_SUBLINK' || link === 'EXISTS_SUBLINK')
    const count = limitCount && !isNeedless && !isNullConstant(limitCount) ? limitCount : undefined
    // OFFSET 0 only tells the planner something.
    const offset = as(limitOffset, 'A_Const')?.ival && !as(limitOffset, 'A_Const')?.ival?.ival ? undefined : limitOffset
    return [
      ...(count ? dropLimit.mutate(path, context) : []),
      ...(offset ? [changeField(path, 'limitOffset', undefined, ['OFFSET ', offset], offset)] : []),
    ]
  },
}

/** Whether a SELECT is a whole query of a function, and no part of one. */
function isWholeQuery({ parent }: NodePath): boolean {
  if (parent === undefined) return true
  return lastName(as(parent.parent?.node, 'FuncCall')?.funcname) === 'proof_deciding'
}

/** Each conjunct of what decides something else in a function: whether it permits or restricts there is not known. */
export const dropDecidingConjunct: Operator = {
  name: 'drop-deciding-conjunct',
  mutate(path, context) {
    // The condition of an IF is a choice itself; here are the queries inside of it.
    const isInQuery = outwards(path).filter(({ node }) => 'SelectStmt' in node).length > 1
    if (!context.isDeciding || (context.isTest && !isInQuery)) return []
    return dropConjunct.mutate(path, context).filter(({ at = path.node }) => !isLink(at, path, context))
  },
}

/** `u.id = t.id`, `u.org_id = :org_id`, and rows of these: `(u.a, u.b) = (t.a, t.b)`. Each pair has a column of a table. */
function isLink(node: Node, path: NodePath, { isInFunction }: OperatorContext): boolean {
  const { kind, name, lexpr, rexpr } = as(node, 'A_Expr') ?? {}
  if (kind !== 'AEXPR_OP' || lastName(name) !== '=') return false
  const [left = [], right = []] = [lexpr, rexpr].map(side => as(side, 'RowExpr')?.args ?? (side ? [side] : []))
  const tables = tablesAround(path)
  const isOfTable = (side: Node | undefined) => {
    const parts = columnParts(side) ?? []
    // A bare name in a function may be a variable: `v_a = v_b` says nothing of rows.
    return parts.length > 1 ? tables.has(parts.at(-2) ?? '') : parts.length === 1 && !isInFunction && tables.size > 0
  }
  // `u.a = u.b` says nothing of other rows.
  const isOfOne = (side: Node, nth: number) => {
    const [one, other] = [columnParts(side)?.at(-2), columnParts(right[nth])?.at(-2)]
    return one !== undefined && one === other
  }
  if (left.some(isOfOne)) return false
  return (
    [...left, ...right].every(side => 'ColumnRef' in side || 'ParamRef' in side) &&
    left.every((side, nth) => isOfTable(side) || isOfTable(right[nth]))
  )
}

/** The names by which the statements around a node call their tables. */
function tablesAround(path: NodePath): Set<string> {
  const froms = outwards(path).flatMap(({ node }) => {
    const { fromClause } = as(node, 'SelectStmt') ?? as(node, 'UpdateStmt') ?? {}
    return [
      fromClause,
      as(node, 'UpdateStmt')?.relation,
      as(node, 'DeleteStmt')?.relation,
      as(node, 'DeleteStmt')?.usingClause,
    ]
  })
  const names = new Set<string>()
  walkTree(froms, true, object => {
    const { alias, relname, aliasname } = object
    if (typeof aliasname === 'string') names.add(aliasname)
    if (typeof relname === 'string' && alias === undefined) names.add(relname)
    return true
  })
  return names
}
