// One form for joins that give the same rows. An outer join whose missing rows a condition turns away is an inner join, as
// PostgreSQL's planner knows (reduce_outer_joins), and the ON of an inner join is part of the WHERE.

import { hasAggregate } from '../../sql/aggregates.ts'
import { as, columnParts, lastName, type Node } from '../../sql/node.ts'
import { argumentsOf, conjunctsOf, joinConditions } from '../tree/conditions.ts'
import { constantBoolean } from '../tree/constants.ts'
import { aliasesIn } from '../tree/from-clause.ts'
import { normalBoolean } from './conditions.ts'
import { textOf } from './tree-text.ts'

interface From {
  items: Node[]
  conditions: Node[]
}

/** The items and the condition of a statement, with the ON of each inner join moved into the condition. */
export function normalFrom(items: Node[], where: Node | undefined): { items: Node[]; where: Node | undefined } {
  let from: From = { items, conditions: conjunctsOf(where) }
  for (;;) {
    const next = from.items.reduce<From>(
      (sum, item) => {
        const reduced = reduceJoins(item, sum.conditions)
        return { items: [...sum.items, reduced.item], conditions: reduced.conditions }
      },
      { items: [], conditions: from.conditions },
    )
    // A round that moves an ON gains a condition, and may make further outer joins inner; the last round gains none.
    const isDone = next.conditions.length === from.conditions.length
    from = next
    if (isDone) break
  }
  const condition = normalBoolean(joinConditions('AND_EXPR', from.conditions))
  return { items: from.items, where: constantBoolean(condition) === true ? undefined : condition }
}

/** Moves the ON of inner joins to the conditions, and makes outer joins inner where both give the same rows. */
function reduceJoins(item: Node, conditions: Node[]): { item: Node; conditions: Node[] } {
  const join = as(item, 'JoinExpr')
  if (join?.larg === undefined || join.rarg === undefined || join.isNatural || join.usingClause !== undefined)
    return { item, conditions }
  const left =
    join.jointype === 'JOIN_RIGHT' || join.jointype === 'JOIN_FULL' ? undefined : reduceJoins(join.larg, conditions)
  if (left === undefined) return { item, conditions }
  if (join.jointype === 'JOIN_LEFT') {
    const missing = aliasesIn(join.rarg)
    const isTrue = constantBoolean(join.quals) === true
    if (!left.conditions.some(condition => rejectsNull(condition, missing)) && !(isTrue && givesOneRow(join.rarg)))
      return { item: { JoinExpr: { ...join, larg: left.item } }, conditions: left.conditions }
  }
  const right = reduceJoins(join.rarg, left.conditions)
  const { quals, ...rest } = join
  const inner: Node = { JoinExpr: { ...rest, jointype: 'JOIN_INNER', larg: left.item, rarg: right.item } }
  return { item: inner, conditions: [...right.conditions, ...conjunctsOf(quals)] }
}

/** Operators that give NULL when one of their operands is NULL. */
const STRICT = new Set(['=', '<>', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', '~~', '!~~', '~~*', '!~~*'])

/** Whether a condition is not true when every column of these aliases is NULL. */
function rejectsNull(condition: Node, aliases: Set<string>): boolean {
  const or = argumentsOf(condition, 'OR_EXPR')
  if (or !== undefined) return or.every(branch => rejectsNull(branch, aliases))
  const and = argumentsOf(condition, 'AND_EXPR')
  if (and !== undefined) return and.some(part => rejectsNull(part, aliases))
  const test = as(condition, 'NullTest')
  if (test !== undefined) return test.nulltesttype === 'IS_NOT_NULL' && isNullWith(test.arg, aliases)
  const sublink = as(condition, 'SubLink')
  if (sublink?.subLinkType === 'ANY_SUBLINK') return isNullWith(sublink.testexpr, aliases)
  const [inner] = argumentsOf(condition, 'NOT_EXPR') ?? []
  return isNullWith(inner ?? condition, aliases)
}

/** Whether an expression is NULL when every column of these aliases is NULL. */
function isNullWith(node: Node | undefined, aliases: Set<string>): boolean {
  const parts = columnParts(node)
  if (parts !== undefined) return parts.length === 2 && aliases.has(parts[0] ?? '')
  const cast = as(node, 'TypeCast')
  if (cast !== undefined) return isNullWith(cast.arg, aliases)
  const expression = as(node, 'A_Expr')
  if (expression === undefined || !STRICT.has(lastName(expression.name))) return false
  if (expression.kind === 'AEXPR_IN') return isNullWith(expression.lexpr, aliases)
  if (expression.kind !== 'AEXPR_OP' && expression.kind !== 'AEXPR_LIKE' && expression.kind !== 'AEXPR_ILIKE')
    return false
  return isNullWith(expression.lexpr, aliases) || isNullWith(expression.rexpr, aliases)
}

/** Whether a subquery always gives exactly one row: an aggregate over everything, or a SELECT without FROM. */
function givesOneRow(item: Node): boolean {
  const select = as(as(item, 'RangeSubselect')?.subquery, 'SelectStmt')
  if (select === undefined || select.op !== 'SETOP_NONE' || select.valuesLists !== undefined) return false
  if (select.groupClause || select.havingClause || select.limitCount || select.limitOffset) return false
  const targets = select.targetList ?? []
  if (targets.some(hasAggregate)) return true
  // A call may give several rows.
  const calls = textOf(targets).includes('FuncCall:')
  return select.fromClause === undefined && select.whereClause === undefined && !calls
}
