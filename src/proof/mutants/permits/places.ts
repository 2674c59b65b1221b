// Places and forms in which a CASE or an extreme is known to be harmless.

import { as, columnParts, lastName, type Node, nodesIn } from '../../sql/node.ts'
import { argumentsOf } from '../tree/conditions.ts'
import { isConstant } from '../tree/constants.ts'
import { isConditionRoot, type NodePath, nodePaths } from '../tree/node-path.ts'
import { isAggregate } from './effect/aggregates.ts'
import { isTold } from './effect/is-told.ts'
import { mayTake, outwards } from './is-restricting.ts'

/** Whether the node says how many rows come, or which of them is the first. */
export function isInLimit(path: NodePath): boolean {
  return outwards(path).some(({ field }) => field === 'limitCount' || field === 'limitOffset')
}

/**
 * Whether a value only comes back, so that NULL tells nothing: `SELECT CASE … END`, also inside of a call such as
 * `jsonb_build_object('a', CASE … END)`. A value that is sorted by, counted by or assigned may open something by being NULL; so
 * may one that is counted inside, of which the count is compared.
 */
export function isMask(path: NodePath): boolean {
  return isReturned(path) && !outwards(path).some(isOfDeciding)
}

/** Whether the node is what is put around a query of a function on which something else depends. */
const isOfDeciding = ({ node }: NodePath) => lastName(as(node, 'FuncCall')?.funcname) === 'proof_deciding'

function isReturned(path: NodePath): boolean {
  const { parent, field } = path
  if (parent === undefined) return false
  if ('ResTarget' in parent.node) {
    if (!['targetList', 'exprs', 'returningList'].includes(parent.field)) return false
    return isTold(path) || !isValueOfStatement(parent.parent)
  }
  const call = as(parent.node, 'FuncCall')
  if (call) {
    if (field !== 'args' || lastName(call.funcname) === 'proof_value') return false
    return isTold(path) || ((!isAggregate(call) || isToldLater(parent)) && isReturned(parent))
  }
  return ['TypeCast', 'CoalesceExpr'].some(kind => kind in parent.node) && isReturned(parent)
}

/** Whether a column of a sub-query comes back under its name, and nothing else is done with it. */
function isToldLater({ parent }: NodePath): boolean {
  const name = as(parent?.node, 'ResTarget')?.name
  const root = parent && outwards(parent).at(-1)?.node
  if (name === undefined || root === undefined) return false
  return nodePaths([root]).every(path => {
    const last = columnParts(path.node)?.at(-1)
    return (last !== name && last !== '*') || isTold(path)
  })
}

/** Whether what a SELECT gives is a value, or takes rows away: there, NULL is not less than a value. */
function isValueOfStatement(select: NodePath | undefined): boolean {
  const link = as(select?.parent?.node, 'SubLink')?.subLinkType
  const isTaken = select?.field === 'rarg' && as(select.parent?.node, 'SelectStmt')?.op === 'SETOP_EXCEPT'
  return isTaken || link === 'EXPR_SUBLINK' || link === 'ARRAY_SUBLINK'
}

/** Whether a value comes back from the outermost statement, where nothing is decided by it any more. */
export function isOutput(path: NodePath): boolean {
  const statements = outwards(path).filter(({ node }) => 'SelectStmt' in node)
  return isMask(path) && statements.length === 1
}

/**
 * Whether a value is a column by whose truth rows are chosen, and nothing else: `true AS is_open` of a sub-query, of which
 * the others say `WHERE x.is_open AND …`. There, false permits nothing.
 */
export function isFlag(path: NodePath): boolean {
  const name = as(path.parent?.node, 'ResTarget')?.name
  const root = outwards(path).at(-1)?.node
  if (name === undefined || root === undefined || !isMask(path) || isOutput(path)) return false
  const uses = nodePaths([root]).filter(({ node }) => columnParts(node)?.at(-1) === name)
  // `CASE :role WHEN 'x' THEN … ELSE false END`: every role makes calls, so that nothing waits in what is refused to others.
  const isChosen = as(as(path.node, 'CaseExpr')?.arg, 'ParamRef') !== undefined
  return uses.length > 0 && uses.every(use => isConjunct(use) || (isChosen && isJoinedByAnd(use)))
}

/** Whether the condition stands in the WHERE or the ON of a SELECT, whatever that SELECT is for. */
function isJoinedByAnd(path: NodePath): boolean {
  const { parent, field } = path
  if (parent && argumentsOf(parent.node, 'AND_EXPR')) return isJoinedByAnd(parent)
  return field === 'whereClause' || (field === 'quals' && as(parent?.node, 'JoinExpr')?.jointype === 'JOIN_INNER')
}

/** Whether the condition only takes away: it is joined to others by AND, in a WHERE or the like. */
export function isConjunct(path: NodePath): boolean {
  if (mayTake(path)) return false
  const { parent } = path
  if (parent && 'BoolExpr' in parent.node) return isConjunct(parent)
  return isConditionRoot(path) && !['CaseWhen', 'CaseExpr'].some(kind => kind in (parent?.node ?? {}))
}

/**
 * `CASE WHEN :n IS NULL OR :n > 50 THEN 50 ELSE :n END`: a value within bounds that are constants. How many rows come is found
 * out among many rows, by the check `limit`.
 */
function isClamp(node: Node): boolean {
  const { args = [], arg, defresult } = as(node, 'CaseExpr') ?? {}
  if (arg !== undefined || defresult === undefined || args.length === 0) return false
  const whens = args.map(one => as(one, 'CaseWhen') ?? {})
  const inConditions = whens.flatMap(({ expr }) => nodesIn(expr))
  if (inConditions.some(one => OPEN.some(kind => kind in one))) return false
  const [clamped, ...others] = new Set(inConditions.flatMap(nameOf))
  const numbers = inConditions.flatMap(numberOf)
  const results = [...whens.flatMap(({ result }) => result ?? []), defresult]
  return (
    clamped !== undefined &&
    others.length === 0 &&
    results.every(one => nameOf(withoutDefault(one))[0] === clamped || numbers.includes(numberOf(one)[0] ?? Number.NaN))
  )
}

/** `:n` of `COALESCE(:n, 1)`. */
function withoutDefault(node: Node): Node {
  const [first, ...defaults] = as(node, 'CoalesceExpr')?.args ?? []
  return first && defaults.every(isConstant) ? first : node
}

const OPEN = ['SubLink', 'FuncCall', 'SQLValueFunction']

function nameOf(node: Node): string[] {
  const parameter = as(node, 'ParamRef')
  if (parameter) return [`$${parameter.number}`]
  return [columnParts(node)?.join('.') ?? []].flat()
}

function numberOf(node: Node): number[] {
  const value = as(node, 'A_Const')
  if (value?.ival === undefined) return []
  return [value.ival.ival ?? 0]
}

/** Whether the node stands in a clamp. */
export function isInClamp(path: NodePath): boolean {
  return outwards(path).some(({ node }) => isClamp(node))
}

/** What a limit is made of where it is harmless: constants, parameters and variables. */
export function isPlainValue(node: Node): boolean {
  if (isConstant(node) || 'ParamRef' in node || 'ColumnRef' in node) return true
  const args = as(node, 'CoalesceExpr')?.args ?? as(node, 'MinMaxExpr')?.args
  return args?.every(isPlainValue) === true
}
