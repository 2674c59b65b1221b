// The effect of a place: whether more rows or more truth there give more outside, take something away, or may do either. Only
// where every place up to the statement is known is the effect known: what hides in `0 = (SELECT count(*) …)`, in an array or
// behind an outer join may permit, whatever it looks like.

import { as, type Kind, kindOf, lastName, type Node } from '../../../sql/node.ts'
import type { Place } from '../../operators/operator.ts'
import { constantBoolean, isConstant, isNullConstant } from '../../tree/constants.ts'
import { isCondition, isConditionRoot, type NodePath, nodePaths } from '../../tree/node-path.ts'
import { isAggregated } from './aggregates.ts'
import { isOnlyTold, isRoot, isTold } from './is-told.ts'

export type Effect = 'gives' | 'takes' | 'unknown'

/** What is known of the statement: the condition of a guard takes away, that of another IF may do anything. */
export type Around = Partial<Pick<Place, 'isTest' | 'isGuard' | 'isFilter' | 'isDeciding'>>

/** What more rows, or more truth, in the place of a node do to what the statement gives. */
export function effectOf(path: NodePath, around: Around = {}): Effect {
  return effectWithin(path, around, [])
}

/** `within` are the names of the CTEs that the path has come through. */
function effectWithin(path: NodePath, around: Around, within: readonly string[]): Effect {
  const { node, parent } = path
  const cte = as(node, 'CommonTableExpr')
  if (cte) return effectOfCte(path, cte.ctename ?? '', around, within)
  if (parent === undefined || isRoot(path)) return effectOfStatement(around)
  // What is told is told, wherever it comes from.
  if ('ResTarget' in parent.node && isTold(path)) return effectOfStatement(around)
  const own = stepOut(path, parent)
  return own === 'unknown' ? own : joined(own, effectWithin(parent, around, within))
}

function effectOfStatement({ isTest, isGuard, isFilter, isDeciding }: Around): Effect {
  if (isGuard) return 'takes'
  return isDeciding || (isTest && !isFilter) ? 'unknown' : 'gives'
}

const joined = (one: Effect, other: Effect): Effect => {
  if (one === 'unknown' || other === 'unknown') return 'unknown'
  return one === other ? 'gives' : 'takes'
}

/** A CTE does what all its readers do; one that writes also gives by itself. */
function effectOfCte(path: NodePath, name: string, around: Around, within: readonly string[]): Effect {
  if (within.includes(name)) return 'gives'
  const readers = readersOf(rootOf(path)).filter(one => as(one.node, 'RangeVar')?.relname === name)
  const outside = readers.filter(one => !isInside(one, path))
  const effects = new Set(outside.map(reader => effectWithin(reader, around, [...within, name])))
  const query = as(path.node, 'CommonTableExpr')?.ctequery
  if (query !== undefined && !('SelectStmt' in query)) effects.add('gives')
  const [only = 'gives', ...others] = effects
  return others.length > 0 ? 'unknown' : only
}

function rootOf(path: NodePath): NodePath {
  return path.parent === undefined ? path : rootOf(path.parent)
}

function isInside(path: NodePath, around: NodePath): boolean {
  return around.keys.every((key, nth) => path.keys[nth] === key)
}

const READERS = new WeakMap<Node, NodePath[]>()

/** Every name of a table below a statement, with the keys that the statement itself has. */
function readersOf(root: NodePath): NodePath[] {
  const known = READERS.get(root.node)
  if (known) return known
  const found = nodePaths([root.node]).filter(({ node, parent }) => 'RangeVar' in node && !isTarget(node, parent))
  // The keys of the tree begin with the number of the statement.
  const [nth = 0] = root.keys
  const readers = found.map(path => ({ ...path, keys: [nth, ...path.keys.slice(1)] }))
  READERS.set(root.node, readers)
  return readers
}

function isTarget(node: Node, parent: NodePath | undefined): boolean {
  // FOR UPDATE OF names tables once more.
  if (parent && 'LockingClause' in parent.node) return true
  const body = parent && Object.values(parent.node)[0]
  return (body as { relation?: unknown } | undefined)?.relation === as(node, 'RangeVar')
}

/** The effect of a node on the node around it. */
function stepOut(path: NodePath, parent: NodePath): Effect {
  const kind = kindOf(parent.node as Record<string, unknown>)
  const step = kind && STEPS[kind]
  if (step) return step(path, parent)
  return isTold(parent) ? 'gives' : 'unknown'
}

type Step = (path: NodePath, parent: NodePath) => Effect

const known = (is: boolean): Effect => (is ? 'gives' : 'unknown')

/** By the kind of the node around. */
const STEPS: Partial<Record<Kind, Step>> = {
  BoolExpr: (_, { node }) => (as(node, 'BoolExpr')?.boolop === 'NOT_EXPR' ? 'takes' : 'gives'),
  BooleanTest: (_, { node }) => {
    const test = as(node, 'BooleanTest')?.booltesttype ?? ''
    if (['IS_NOT_TRUE', 'IS_FALSE'].includes(test)) return 'takes'
    return known(['IS_TRUE', 'IS_NOT_FALSE'].includes(test))
  },
  CoalesceExpr: (_, parent) => known(isCondition(parent) || isTold(parent)),
  CaseExpr: ({ node }, parent) => known('CaseWhen' in node || isCondition(parent) || isTold(parent)),
  CaseWhen: stepOutOfBranch,
  SubLink: stepOutOfSubquery,
  A_Expr: ({ node, field }, parent) =>
    known((isValue(node) && isStrict(parent.node)) || isMembers(node, field, parent.node) || isTold(parent)),
  SelectStmt: stepOutOfSelect,
  JoinExpr: stepOutOfJoin,
  RangeSubselect: () => 'gives',
  CommonTableExpr: () => 'gives',
  InsertStmt: ({ field }) => known(field === 'selectStmt' || field === 'onConflictClause'),
  UpdateStmt: ({ field }) => known(field === 'whereClause' || field === 'fromClause'),
  DeleteStmt: ({ field }) => known(field === 'whereClause' || field === 'usingClause'),
  OnConflictClause: ({ field }) => known(field === 'whereClause'),
  MergeWhenClause: ({ field }) => known(field === 'condition'),
  MergeStmt: ({ field }, { node }) => known(field === 'mergeWhenClauses' || !actsWithoutMatch(node)),
}

/** `WHEN NOT MATCHED`: what is not in the other table does something. */
function actsWithoutMatch(merge: Node): boolean {
  const clauses = as(merge, 'MergeStmt')?.mergeWhenClauses ?? []
  return clauses.some(one => as(one, 'MergeWhenClause')?.matchKind !== 'MERGE_WHEN_MATCHED')
}

/** `CASE WHEN a THEN false …`: a takes away. Where all that follows refuses, a gives. */
function stepOutOfBranch({ field }: NodePath, { node, parent: choice }: NodePath): Effect {
  if (choice === undefined) return 'unknown'
  const { args = [], arg, defresult } = as(choice.node, 'CaseExpr') ?? {}
  const isCounted = isCondition(choice) || isTold(choice)
  if (!isCounted || (arg !== undefined && field === 'expr')) return 'unknown'
  if (field !== 'expr') return 'gives'
  const results = [...args.map(one => as(one, 'CaseWhen')?.result), defresult]
  if (isTold(choice) && results.every(one => one === undefined || isConstant(one))) return 'gives'
  if (refuses(as(node, 'CaseWhen')?.result)) return 'takes'
  return known(results.slice(args.indexOf(node) + 1).every(one => one === undefined || refuses(one)))
}

export function refuses(result: Node | undefined): boolean {
  return isNullConstant(result) || constantBoolean(result) === false
}

function stepOutOfSubquery({ node, field }: NodePath, parent: NodePath): Effect {
  const link = as(parent.node, 'SubLink')
  if (field !== 'subselect') return known(isValue(node))
  if (link?.subLinkType === 'ALL_SUBLINK') return 'takes'
  if (['EXISTS_SUBLINK', 'ANY_SUBLINK'].includes(link?.subLinkType ?? '')) return 'gives'
  // `a = ANY (ARRAY(SELECT …))` is IN, and `a <> ALL (ARRAY(SELECT …))` is NOT IN, unless only the first rows count.
  if (parent.parent && isMembers(parent.node, parent.field, parent.parent.node) && !isCut(link?.subselect))
    return as(parent.parent.node, 'A_Expr')?.kind === 'AEXPR_OP_ALL' ? 'takes' : 'gives'
  if (isTold(parent)) return 'gives'
  // Without a row the value is NULL, which a comparison does not let through.
  return known(isValue(parent.node) && !isAggregated(link?.subselect) && isAskedForTruth(parent))
}

/** Whether an array of rows stands where a value is compared with each of its members. */
function isMembers(node: Node, field: string, around: Node): boolean {
  const isRows = as(node, 'SubLink')?.subLinkType === 'ARRAY_SUBLINK'
  return isRows && field === 'rexpr' && ['AEXPR_OP_ANY', 'AEXPR_OP_ALL'].includes(as(around, 'A_Expr')?.kind ?? '')
}

/** Whether a SELECT gives only some of its rows, so that without one of them another comes. */
function isCut(node: Node | undefined): boolean {
  const { limitCount, limitOffset, distinctClause } = as(node, 'SelectStmt') ?? {}
  return Boolean(limitCount ?? limitOffset ?? distinctClause?.some(one => Object.keys(one).length > 0))
}

/** Whether a value stands where NULL is as good as false: below AND, OR and comparisons, up to the whole condition. */
function isAskedForTruth(path: NodePath): boolean {
  const { parent } = path
  if (isConditionRoot(path)) return true
  const isJoined = ['AND_EXPR', 'OR_EXPR'].includes(as(parent?.node, 'BoolExpr')?.boolop ?? '')
  const isCompared =
    parent !== undefined && ('A_Expr' in parent.node ? isStrict(parent.node) : 'SubLink' in parent.node)
  return parent !== undefined && (isJoined || isCompared) && isAskedForTruth(parent)
}

/** A sub-query that gives a value, and NULL where it has no row. */
function isValue(node: Node): boolean {
  return as(node, 'SubLink')?.subLinkType === 'EXPR_SUBLINK'
}

const COMPARING = /^(?:[<>]=?|=|<>|!=|@>|<@|&&|!?~~?\*?)$/

/** Whether a comparison lets nothing through where a value is NULL. */
function isStrict(node: Node): boolean {
  const { kind, name } = as(node, 'A_Expr') ?? {}
  return ['AEXPR_OP', 'AEXPR_LIKE', 'AEXPR_ILIKE'].includes(kind ?? '') && COMPARING.test(lastName(name))
}

function stepOutOfSelect(path: NodePath, parent: NodePath): Effect {
  const { field } = path
  const select = as(parent.node, 'SelectStmt')
  if (field === 'rarg' && select?.op === 'SETOP_EXCEPT') return 'takes'
  if (['larg', 'rarg', 'havingClause'].includes(field)) return 'gives'
  if (field === 'targetList' || field === 'valuesLists') return 'unknown'
  if (field !== 'whereClause' && field !== 'fromClause') return 'unknown'
  // Without a row, another one may come first.
  const isChosen = !isRoot(parent) && choosesOne(parent)
  if (!isAggregated(parent.node) && !isChosen) return 'gives'
  // Sums that come back only tell; a HAVING may ask for few.
  return known(select?.havingClause === undefined && (isRoot(parent) || isToldSubquery(parent)))
}

/** Whether a SELECT gives the first of its rows as a value, or the first of each kind. */
function choosesOne({ node, parent }: NodePath): boolean {
  const { distinctClause = [], limitCount } = as(node, 'SelectStmt') ?? {}
  const isFirst = limitCount !== undefined && parent !== undefined && isValue(parent.node)
  return isFirst || distinctClause.some(one => Object.keys(one).length > 0)
}

/** Whether the columns of a sub-query only come back: `SELECT (SELECT count(*) FROM t)`. */
function isToldSubquery({ parent }: NodePath): boolean {
  if (parent === undefined) return false
  return 'RangeSubselect' in parent.node ? isOnlyTold(parent) : isValue(parent.node) && isTold(parent)
}

/** An outer join gives a row where nothing matches: a condition may be about just that. */
function stepOutOfJoin({ field }: NodePath, parent: NodePath): Effect {
  const { jointype, larg, rarg } = as(parent.node, 'JoinExpr') ?? {}
  if (jointype === 'JOIN_INNER') return 'gives'
  const optional = jointype === 'JOIN_LEFT' ? 'rarg' : 'larg'
  if (jointype === 'JOIN_FULL' || (field !== optional && field !== 'quals')) return known(jointype !== 'JOIN_FULL')
  const node = optional === 'rarg' ? rarg : larg
  const side = [...parent.bodyKeys, optional]
  return known(node !== undefined && isOnlyTold({ node, keys: side, bodyKeys: side, parent, field: optional }))
}
