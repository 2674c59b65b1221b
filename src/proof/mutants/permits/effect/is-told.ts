// What is told: values and rows that only come back. Where they are missing, NULL is told, and nothing is decided by that.

import { as, columnParts, type Kind, kindOf, lastName, type Node, nodesIn } from '../../../sql/node.ts'
import { nameOf } from '../../tree/column-names.ts'
import { type NodePath, nodePaths } from '../../tree/node-path.ts'

/** Nodes that make a value of values. */
const VALUES: Kind[] = [
  ...(['TypeCast', 'CoalesceExpr', 'A_Expr', 'RowExpr', 'A_ArrayExpr', 'MinMaxExpr', 'A_Indirection', 'List'] as const),
  ...(['BoolExpr', 'BooleanTest', 'NullTest'] as const),
]

/**
 * Whether the value of a node only comes back from the outermost statement, alone or as a part of another value: nothing is
 * decided by it any more.
 */
export function isTold({ node, parent, field }: NodePath): boolean {
  if (parent === undefined) return false
  const kind = kindOf(parent.node as Record<string, unknown>)
  if (kind === 'ResTarget') return isOutermost(parent)
  if (kind === 'FuncCall') return lastName(as(parent.node, 'FuncCall')?.funcname) !== 'proof_value' && isTold(parent)
  if (kind === 'CaseWhen') return field === 'result' && parent.parent !== undefined && isTold(parent.parent)
  if (kind === 'CaseExpr') return field === 'defresult' && isTold(parent)
  if (kind === 'SubLink') return field === 'subselect' && isTold(parent)
  if ('ResTarget' in node && kind === 'SelectStmt') return false
  return kind !== undefined && VALUES.includes(kind) && isTold(parent)
}

/** Whether the target is a column of what the caller gets, or of a sub-query whose value is. */
function isOutermost({ parent: statement, field }: NodePath): boolean {
  if (statement === undefined) return false
  if (field === 'returningList' || field === 'exprs') return isRoot(statement)
  if (field !== 'targetList' || !('SelectStmt' in statement.node)) return false
  const { parent } = statement
  if (parent === undefined || isRoot(statement)) return true
  if ('RangeSubselect' in parent.node) return isOnlyTold(parent)
  if (['larg', 'rarg'].includes(statement.field))
    return as(parent.node, 'SelectStmt') !== undefined && isUnionRoot(parent)
  const link = as(parent.node, 'SubLink')
  return ['EXPR_SUBLINK', 'ARRAY_SUBLINK'].includes(link?.subLinkType ?? '') && isTold(parent)
}

function isUnionRoot(path: NodePath): boolean {
  const isUnion = as(path.node, 'SelectStmt')?.op === 'SETOP_UNION'
  return isUnion && (isRoot(path) || (path.parent !== undefined && isUnionRoot(path.parent)))
}

/** Whether nothing stands around a statement, or only the BEGIN ATOMIC or the RETURN of a function. */
export function isRoot({ parent }: NodePath): boolean {
  if (parent === undefined || 'CreateFunctionStmt' in parent.node) return true
  return ('ReturnStmt' in parent.node || 'List' in parent.node) && isRoot(parent)
}

/** Whether every name of the rows that a part of FROM gives stands where it is only told, but for the ON of its own join. */
export function isOnlyTold(from: NodePath): boolean {
  const names = new Set(nodesIn(from.node).flatMap(namesOf))
  const columns = columnsOf(from.node)
  const statement = statementAround(from)
  if (statement === undefined || statement.isJoinedByName) return false
  return statement.paths.every(path => {
    const [first = '', ...more] = columnParts(path.node) ?? []
    if (first === '' || isInside(path, from.keys) || isInOwnCondition(path, from)) return true
    if (isInOtherSubquery(path, statement.top)) return true
    // A bare name may be one of these columns.
    const isMeant = names.has(first) || (more.length === 0 && (first === '*' || columns?.has(first) !== false))
    return !isMeant || isTold(path)
  })
}

function namesOf(node: Node): string[] {
  const range = as(node, 'RangeVar') ?? as(node, 'RangeSubselect') ?? as(node, 'RangeFunction') ?? as(node, 'JoinExpr')
  const { alias, relname } = (range ?? {}) as { alias?: { aliasname?: string }; relname?: string }
  return [alias?.aliasname ?? relname ?? []].flat()
}

/** The columns of a sub-query, if it says what they are called; those of a table are not known here. */
function columnsOf(from: Node): Set<string> | undefined {
  const { subquery, alias } = as(from, 'RangeSubselect') ?? {}
  const targets = as(subquery, 'SelectStmt')?.targetList ?? []
  const names = targets.flatMap(target => as(target, 'ResTarget') ?? []).map(({ name, val }) => name ?? nameOf(val))
  return names.length === 0 || names.includes('') || alias?.colnames ? undefined : new Set(names)
}

/** A sub-query of the same FROM cannot name these rows, unless it is LATERAL. */
function isInOtherSubquery({ node, parent }: NodePath, top: NodePath): boolean {
  if (parent === undefined || node === top.node) return false
  const other = as(node, 'RangeSubselect')
  return (other !== undefined && !other.lateral) || isInOtherSubquery(parent, top)
}

interface Statement {
  /** The statement itself. */
  top: NodePath
  /** Every node of the statement. */
  paths: NodePath[]
  /** A join around the part compares columns that it does not write down. */
  isJoinedByName: boolean
}

/** The statement whose FROM the part stands in: only there can the rows be named. */
function statementAround(from: NodePath): Statement | undefined {
  let isJoinedByName = false
  for (let path = from.parent; path !== undefined; path = path.parent) {
    const join = as(path.node, 'JoinExpr')
    if (join === undefined) return { top: path, paths: pathsBelow(path), isJoinedByName }
    isJoinedByName ||= Boolean(join.isNatural || join.usingClause)
  }
  return undefined
}

const BELOW = new WeakMap<Node, NodePath[]>()

/** The paths below a node, which go on with the nodes around it. */
function pathsBelow(top: NodePath): NodePath[] {
  const known = BELOW.get(top.node)
  if (known) return known
  const made = new Map<NodePath, NodePath>()
  const paths = nodePaths([top.node]).map(path => {
    const { parent } = path
    const keys = [...top.keys, ...path.keys.slice(1)]
    const own = parent === undefined ? top : { ...path, keys, parent: made.get(parent) }
    made.set(path, own)
    return own
  })
  BELOW.set(top.node, paths)
  return paths
}

function isInside(path: NodePath, keys: NodePath['keys']): boolean {
  return keys.every((key, nth) => path.keys[nth] === key)
}

function isInOwnCondition(path: NodePath, { parent }: NodePath): boolean {
  return parent !== undefined && 'JoinExpr' in parent.node && isInside(path, [...parent.bodyKeys, 'quals'])
}
