// The guards of a statement: conditions on the caller or on a column that a rule names. A filter that the client asks
// for is no guard: who loosens it breaks no rule.

import { as, columnParts, type Node, nodesIn } from '../../../sql/node.ts'
import type { Keys } from '../../../sql/walk-tree.ts'
import { writeSql } from '../../../sql/write-sql.ts'
import { argumentsOf, joinConditions, negated } from '../../tree/conditions.ts'
import { expression } from '../../tree/expression.ts'
import type { NodePath } from '../../tree/node-path.ts'
import type { Mutation, OperatorContext } from '../operator.ts'
import { clientParameters, parametersIn, trustedParameters } from './parameters.ts'

export interface Guard {
  readonly condition: Node
  readonly keys: Keys
  /** The statement whose WHERE has the guard. */
  readonly statement: NodePath
  /** The condition refuses: it is that of `IF NOT allowed THEN RETURN`. */
  readonly refuses: boolean
}

/** The guards in the WHERE of a statement. */
export function guardsOf(path: NodePath, context: OperatorContext): Guard[] {
  const statement = as(path.node, 'SelectStmt') ?? as(path.node, 'UpdateStmt') ?? as(path.node, 'DeleteStmt')
  const where = statement?.whereClause
  if (where === undefined || !isLoosenedByOr(path, context)) return []
  const keys = [...path.bodyKeys, 'whereClause']
  if (context.isTest && isBareCondition(path.node)) {
    const refuses = argumentsOf(where, 'NOT_EXPR') !== undefined
    return refuses && isGuard(where, context) ? [{ condition: where, keys, statement: path, refuses }] : []
  }
  const conjuncts = argumentsOf(where, 'AND_EXPR')
  const all =
    conjuncts === undefined
      ? [{ condition: where, keys }]
      : conjuncts.map((condition, nth) => ({ condition, keys: [...keys, 'BoolExpr', 'args', nth] }))
  return all
    .filter(({ condition }) => isGuard(condition, context))
    .map(guard => ({ ...guard, statement: path, refuses: false }))
}

/** The mutations that let more through: `guard OR condition`, for each condition that `conditionsFor` gives as SQL. */
export function loosen(
  path: NodePath,
  context: OperatorContext,
  conditionsFor: (guard: Guard) => readonly string[],
): Mutation[] {
  return guardsOf(path, context).flatMap(guard => conditionsFor(guard).map(sql => loosened(guard, expression(sql))))
}

function loosened({ condition, keys, refuses }: Guard, more: Node): Mutation {
  const value = refuses
    ? joinConditions('AND_EXPR', [condition, negated(more)])
    : joinConditions('OR_EXPR', [condition, more])
  return { what: [condition, refuses ? ' AND NOT ' : ' OR ', more], edits: [{ keys, value }], at: condition }
}

/** Whether a node is `SELECT WHERE condition`. */
function isBareCondition(node: Node): boolean {
  const select = as(node, 'SelectStmt')
  return select !== undefined && select.fromClause === undefined && select.targetList === undefined
}

/** Whether more rows of the statement mean that more is allowed: not so in NOT EXISTS, nor in the condition of an IF. */
function isLoosenedByOr({ parent }: NodePath, context: OperatorContext): boolean {
  if (parent === undefined) return true
  if (argumentsOf(parent.node, 'NOT_EXPR') !== undefined || 'CaseWhen' in parent.node || 'A_Expr' in parent.node)
    return false
  return !(context.isTest && isBareCondition(parent.node)) && isLoosenedByOr(parent, context)
}

function isGuard(condition: Node, context: OperatorContext): boolean {
  const { attack } = context
  if (attack === undefined || attack.harmless.includes(normalText(writeSql(condition), context))) return false
  const named = parametersIn(condition, context)
  if (clientParameters(context).some(({ name }) => named.has(name))) return false
  if (namesCaller(condition, context)) return true
  const columns = nodesIn(condition).flatMap(node => columnParts(node)?.at(-1) ?? [])
  // `a.id = b.id` joins two tables, even where a rule names the column.
  return !isJoin(condition) && columns.some(column => column !== 'id' && attack.ruleWords.has(column))
}

/** Whether a condition is about the caller: it names a trusted parameter that is no clock. */
export function namesCaller(condition: Node, context: OperatorContext): boolean {
  const named = parametersIn(condition, context)
  return trustedParameters(context).some(({ name, type }) => named.has(name) && !isClock(type))
}

function isClock(type: string): boolean {
  return /^(?:date|time)/.test(type)
}

function isJoin(condition: Node): boolean {
  const { lexpr, rexpr } = as(condition, 'A_Expr') ?? {}
  return columnParts(lexpr) !== undefined && columnParts(rexpr) !== undefined
}

/** A text as proof.yaml lists it: with the names of parameters. */
function normalText(sql: string, { written }: OperatorContext): string {
  const named = Object.entries(written).reduce((text, [name, from]) => text.replaceAll(from, `:${name}`), sql)
  return named.replace(/\s+/g, ' ').trim().toLowerCase()
}
