// Permits: parts of the code that only permit more, such as an arm of an OR. The code without such a part permits less. Where
// the two give the same in every call, no call shows what the part permits.

import { as, columnParts, lastName, type Node, nodesIn } from '../../sql/node.ts'
import type { SqlMutant } from '../mutant.ts'
import { mutateSql } from '../mutate-sql.ts'
import { dropConjunct } from '../operators/conditions/drop-conjunct.ts'
import { dropOrBranch } from '../operators/conditions/drop-or-branch.ts'
import { changeField, type Mutation, type Operator, type OperatorContext, replaceNode } from '../operators/operator.ts'
import { dropCaseBranch } from '../operators/values/drop-case-branch.ts'
import { dropListValue } from '../operators/values/drop-list-value.ts'
import { dropWrite } from '../operators/writes/drop-write.ts'
import type { Surroundings } from '../plpgsql/gates/gates.ts'
import { constantBoolean, FALSE, isConstant, NULL, nullLike, TRUE } from '../tree/constants.ts'
import { isCondition, isConditionRoot, type NodePath } from '../tree/node-path.ts'
import { alwaysBranch, decide, dropElement, dropFirst, dropNullIf, emptySubquery } from './choices.ts'
import { compareClosely } from './compare-closely.ts'
import { dropBit, dropConstantOperand } from './computed/arithmetic.ts'
import { compareExactly, keepFine } from './computed/coarse.ts'
import { dropPair } from './computed/rows.ts'
import { dropLiteralElement, dropRow } from './constants/literals.ts'
import { changePattern, translateAll, unreadablePattern } from './constants/patterns.ts'
import { dropExtreme, dropOperand } from './drop-operand.ts'
import { dropDecidingConjunct, dropRestrictingConjunct, dropTakingLimit } from './effect/drop-taking.ts'
import { type Alike, alikeOf, alwaysElse, alwaysNull } from './empty-else.ts'
import { contextAt } from './gated.ts'
import { isBelowNot, isInCondition, mayGive, mayTake, outwards, refuses } from './is-restricting.ts'
import { isFlag, isInClamp, isInLimit, isOutput } from './places.ts'
import { freezeSelector, type Selector, tellSelector, toldValue, withValue } from './selectors.ts'

/** The code without one of its permits; `sql` is undefined where the permit cannot be taken away. */
export type WithoutPermit = Pick<SqlMutant, 'what' | 'line'> & {
  sql: string | undefined
  changesType?: boolean
  isTold?: boolean
  executed?: string
  alike?: Alike
  selector?: Selector
}

/** The code without each of its permits, in the order of its text. */
export async function withoutPermits(
  sql: string,
  parameters: readonly string[],
  /** The tables into which a rule requires rows: what keeps a row out of them is a permit. */
  requiredTables: readonly string[],
  surroundings?: Surroundings,
): Promise<WithoutPermit[]> {
  const all = [...OPERATORS, only(dropConjunct, path => fillsOneOf(path, requiredTables))]
  const operators = all.map(
    ({ name, mutate }): Operator => ({ name, mutate: (path, context) => mutate(path, contextAt(path, context)) }),
  )
  const set = { operators, withBranches: true, withoutStatements: true }
  const { mutants, lost = [] } = await mutateSql(sql, parameters, surroundings ? { surroundings } : {}, set)
  const telling = mutants.filter(({ operator }) => HELPING.includes(operator))
  const permits = mutants
    .filter(one => !one.loosens && !HELPING.includes(one.operator))
    .map(one => toPermit(one, telling))
  const cannotBeTaken = lost.filter(({ operator }) => !HELPING.includes(operator))
  return [...permits, ...cannotBeTaken.map(({ what, line }) => ({ what, line, sql: undefined }))]
}

/** `:now - interval '1 hour'` without its first operand is no time; lists of two types can be compared by their length alone. */
const CHANGING_TYPES = [dropOperand, dropConstantOperand, compareClosely, compareExactly, keepFine].map(
  ({ name }) => name,
)

/** What shows more of other parts, and is no part itself. */
const HELPING = [tellSelector, alwaysElse, alwaysNull].map(({ name }) => name)

function toPermit(mutant: SqlMutant, telling: SqlMutant[]): WithoutPermit {
  const { sql, what, line, operator, executed, isTold = false } = mutant
  if (operator === unreadablePattern.name) return { sql: undefined, what, line }
  const alike = operator === dropElse.name ? alikeOf(mutant, telling) : undefined
  if (alike) return { sql, what, line, isTold, alike }
  if (operator !== freezeSelector.name)
    return { sql, what, line, isTold, ...(executed && { executed }), changesType: CHANGING_TYPES.includes(operator) }
  const found = telling.find(one => one.operator === tellSelector.name && one.what === what && one.line === line)
  const freeze = (value: string) => withValue(sql, value)
  return { sql, what, line, isTold, changesType: true, selector: { telling: found?.sql, valueIn: toldValue, freeze } }
}

/** Whether the node is the condition of an INSERT into one of the tables, as of `INSERT … SELECT … WHERE amount < 100`. */
function fillsOneOf(path: NodePath, tables: readonly string[]): boolean {
  const isWhere = isConditionRoot(path) || isConditionRoot(path.parent ?? path)
  const insert = outwards(path).flatMap(({ node }) => as(node, 'InsertStmt') ?? [])[0]
  return isWhere && insert !== undefined && tables.includes(insert.relation?.relname ?? '')
}

/** Uses an operator only where it takes a permit away. */
function only(operator: Operator, isPermit: (path: NodePath, context: OperatorContext) => boolean): Operator {
  const mutate = (path: NodePath, context: OperatorContext): Mutation[] =>
    isPermit(path, context) && !(isInLimit(path) && isInClamp(path)) ? operator.mutate(path, context) : []
  return { name: operator.name, mutate }
}

/** `b` of `a IN (a, b)`; in a NOT IN, a value takes away. */
const isListThatGives = (path: NodePath, context: OperatorContext) => {
  const { name = [], kind } = as(path.parent?.node, 'A_Expr') ?? {}
  if (context.isDeciding && kind === 'AEXPR_IN') return true
  const isNot = as(name[0], 'String')?.sval === '<>'
  const takes = kind === 'AEXPR_OP_ALL' || isNot
  const around = path.parent ?? path
  return takes ? mayTake(around, context) : mayGive(around, context)
}

/** What a RAISE tells beside the parameters of the call, made NULL. */
const hideTold: Operator = {
  name: 'hide-told',
  mutate({ node, ...path }, { isTold }) {
    const isValue = lastName(as(path.parent?.node, 'FuncCall')?.funcname) === 'proof_value'
    return isTold && isValue && !isConstant(node) ? [replaceNode({ node, ...path }, nullLike(node), [node])] : []
  },
}

/**
 * Each branch that decides, or whose result tells something: a constant that comes back tells nothing, and `false` permits
 * nothing.
 */
const dropTellingBranch: Operator = {
  name: dropCaseBranch.name,
  mutate(path, context) {
    return dropCaseBranch
      .mutate(path, context)
      .map(mutation => keepType(path, mutation))
      .filter(({ at }) => {
        const { expr, result } = as(at, 'CaseWhen') ?? {}
        // `CASE WHEN :is_given THEN NULL …`: the calls send both values of a parameter, so that nothing waits for one.
        const isSent = !context.isInFunction && as(expr, 'ParamRef') !== undefined
        if (isSent && result && isConstant(result) && !isInCondition(path)) return false
        return mayTell(path, result) && !isBound(expr, result)
      })
  },
}

/** What is left of `CASE WHEN a THEN (SELECT count(*) …) ELSE 0 END` is a bigint as before: a view may not change its types. */
function keepType(path: NodePath, mutation: Mutation): Mutation {
  const { args = [], defresult } = as(path.node, 'CaseExpr') ?? {}
  const when = as(args[0], 'CaseWhen')
  if (!defresult || !when || args.length > 1 || isConstant(when.result ?? NULL) || !isConstant(defresult))
    return mutation
  const rest: Node = { CaseExpr: { args: [{ CaseWhen: { ...when, expr: FALSE } }], defresult } }
  return { ...mutation, edits: [{ keys: path.keys, value: rest }] }
}

/** `WHEN :n > 50 THEN 50`: how many rows come is found out among many rows, by the check `limit`. */
function isBound(condition: Node | undefined, result: Node | undefined): boolean {
  const number = as(result, 'A_Const')?.ival?.ival
  return number !== undefined && nodesIn(condition).some(node => as(node, 'A_Const')?.ival?.ival === number)
}

function mayTell(path: NodePath, result: Node | undefined): boolean {
  if (result === undefined) return false
  if (isCondition(path) || isFlag(path)) return !refuses(result)
  return isInCondition(path) || !isConstant(result) || !isOutput(path)
}

/** The default of a COALESCE in a condition, and a NULLIF that leads to such a default. */
const dropDefault: Operator = {
  name: 'drop-default',
  mutate(path) {
    if (!isInCondition(path)) return []
    const [first, ...defaults] = as(path.node, 'CoalesceExpr')?.args ?? []
    const nullIf = as(path.node, 'A_Expr')
    const hasDefault = as(path.parent?.node, 'CoalesceExpr') !== undefined
    if (nullIf?.kind === 'AEXPR_NULLIF' && nullIf.lexpr && hasDefault) return [replaceNode(path, nullIf.lexpr)]
    return first && defaults.some(isOpenDefault(isBelowNot(path))) ? [replaceNode(path, first)] : []
  },
}

/**
 * Whether a default may let something through where there is no value. A constant mostly does as NULL does. Below a NOT,
 * `false` lets it through, and `true` does as NULL does.
 */
function isOpenDefault(isNegated: boolean): (node: Node) => boolean {
  return node =>
    !isConstant(node) || constantBoolean(node) === !isNegated || /infinity/.test(as(node, 'A_Const')?.sval?.sval ?? '')
}

/** The ELSE of a CASE made NULL, or of constants another constant. */
const dropElse: Operator = {
  name: 'drop-else',
  mutate(path) {
    const { defresult } = as(path.node, 'CaseExpr') ?? {}
    if (!defresult || !mayTell(path, defresult)) return []
    // `SET closed_at = CASE … ELSE closed_at END` keeps what there is.
    const column = columnParts(defresult)?.at(-1)
    if (column !== undefined && as(path.parent?.node, 'ResTarget')?.name === column) return []
    const other =
      isInCondition(path) || !isConstant(defresult) ? nullLike(defresult) : otherResult(path.node, defresult)
    return [changeField(path, 'defresult', other, ['ELSE ', defresult], defresult)]
  },
}

/** A word that is chosen is compared with another choice, since NULL may do as the word does: `ORDER BY a ASC`. */
function otherResult(choice: Node, defresult: Node): Node {
  const isTrue = constantBoolean(defresult)
  if (isTrue !== undefined) return isTrue ? FALSE : TRUE
  return as(as(choice, 'CaseExpr')?.args?.at(-1), 'CaseWhen')?.result ?? nullLike(defresult)
}

/** One side of a UNION without its rows. */
const dropUnionSide: Operator = {
  name: 'drop-union-side',
  mutate(path) {
    const union = as(path.node, 'SelectStmt')
    if (union?.op !== 'SETOP_UNION') return []
    return (['larg', 'rarg'] as const).flatMap(side => {
      const select = union[side]
      if (!select?.targetList || select.targetList.every(target => isConstantTarget(target))) return []
      const empty = { ...select, whereClause: FALSE }
      return [changeField(path, side, empty, ['UNION ', { SelectStmt: select }], { SelectStmt: select })]
    })
  },
}

function isConstantTarget(target: Node): boolean {
  return !nodesIn(target).some(node => 'ColumnRef' in node || 'FuncCall' in node)
}

const OPERATORS: readonly Operator[] = [
  only(dropOrBranch, mayGive),
  only(dropListValue, isListThatGives),
  only(dropRestrictingConjunct, () => true),
  only(dropDecidingConjunct, () => true),
  hideTold,
  dropTakingLimit,
  only(dropTellingBranch, () => true),
  only(dropElse, () => true),
  only(dropDefault, () => true),
  only(dropUnionSide, mayGive),
  only(dropWrite, () => true),
  dropOperand,
  dropExtreme,
  decide,
  alwaysBranch,
  dropNullIf,
  dropElement,
  dropFirst,
  emptySubquery,
  compareClosely,
  compareExactly,
  keepFine,
  dropConstantOperand,
  dropBit,
  dropPair,
  dropRow,
  dropLiteralElement,
  changePattern,
  translateAll,
  unreadablePattern,
  freezeSelector,
  tellSelector,
  alwaysElse,
  alwaysNull,
]
