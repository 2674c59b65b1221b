// A node together with its place in the tree and the nodes around it.

import { as, type Kind, kindOf, type Node } from '../../sql/node.ts'
import { type Keys, type Tree, walkTree } from '../../sql/walk-tree.ts'

export interface NodePath {
  readonly node: Node
  /** The keys that lead to the node from the root of the tree. */
  readonly keys: Keys
  /** The keys that lead to the node's fields: below its kind, but for the few nodes that the tree holds without a kind. */
  readonly bodyKeys: Keys
  readonly parent: NodePath | undefined
  /** The field of the parent in which the node stands, e.g. `whereClause`. */
  readonly field: string
}

/** The fields that hold the body of a node without its kind, as far as an operator looks at such nodes. */
const WITHOUT_KIND: Record<string, Kind> = {
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
  onConflictClause: 'OnConflictClause',
  withClause: 'WithClause',
  relation: 'RangeVar',
}

/** `ON CONFLICT (id) WHERE …` names an index by its condition: with another condition there is no such index. */
const LEFT_ALONE = new Set(['infer'])

interface Outer {
  keys: Keys
  path: NodePath | undefined
  /** The object around is a node, so that the object itself is the body of that node. */
  isNode: boolean
}

/** Every node of the tree with its path, parents first. */
export function nodePaths(tree: Node[]): NodePath[] {
  const paths: NodePath[] = []
  walkTree<Outer>(tree, { keys: [], path: undefined, isNode: false }, (object, own, outer) => {
    const keys = [...outer.keys, ...own]
    if (outer.isNode) return { keys, path: outer.path, isNode: false }
    const field = typeof own[0] === 'string' ? own[0] : ''
    if (LEFT_ALONE.has(field)) return undefined
    const path = pathOf(object, keys, field, outer.path)
    if (path === undefined) return { keys, path: outer.path, isNode: false }
    paths.push(path)
    return { keys, path, isNode: path.bodyKeys !== keys }
  })
  return paths
}

function pathOf(object: Tree, keys: Keys, field: string, parent: NodePath | undefined): NodePath | undefined {
  const kind = kindOf(object)
  if (kind !== undefined) return { node: object as unknown as Node, keys, bodyKeys: [...keys, kind], parent, field }
  const bare = WITHOUT_KIND[field]
  if (bare === undefined) return undefined
  return { node: { [bare]: object } as unknown as Node, keys, bodyKeys: keys, parent, field }
}

const CONDITION_FIELDS: Partial<Record<Kind, readonly string[]>> = {
  SelectStmt: ['whereClause', 'havingClause'],
  UpdateStmt: ['whereClause'],
  DeleteStmt: ['whereClause'],
  OnConflictClause: ['whereClause'],
  MergeStmt: ['joinCondition'],
  MergeWhenClause: ['condition'],
  JoinExpr: ['quals'],
  FuncCall: ['agg_filter'],
  CreatePolicyStmt: ['qual', 'with_check'],
  AlterPolicyStmt: ['qual', 'with_check'],
  CreateTrigStmt: ['whenClause'],
  IndexStmt: ['whereClause'],
  Constraint: ['raw_expr'],
}

/**
 * Whether the node is a whole condition: a WHERE, ON, FILTER, HAVING or WHEN, a USING, WITH CHECK or CHECK, or a result of a
 * CASE that is a condition, as `a = 1` in `WHERE CASE WHEN b THEN a = 1 END`.
 */
export function isConditionRoot(path: NodePath): boolean {
  const { parent, field } = path
  if (parent === undefined) return false
  const kind = Object.keys(parent.node)[0] as Kind
  if (CONDITION_FIELDS[kind]?.includes(field)) return kind !== 'Constraint' || isCheck(parent.node)
  if (kind === 'CaseExpr') return field === 'defresult' && isCondition(parent)
  if (kind !== 'CaseWhen' || parent.parent === undefined) return false
  // `CASE x WHEN y`: y is a value there, not a condition.
  if (field === 'expr') return as(parent.parent.node, 'CaseExpr')?.arg === undefined
  return isCondition(parent.parent)
}

/** A default and a generated column have an expression in the same place. */
function isCheck(node: Node): boolean {
  return as(node, 'Constraint')?.contype === 'CONSTR_CHECK'
}

/** Whether only the truth of the node matters: a whole condition, or an operand of AND, OR and NOT. */
export function isCondition(path: NodePath): boolean {
  return isConditionRoot(path) || as(path.parent?.node, 'BoolExpr') !== undefined
}
