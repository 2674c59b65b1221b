// Choices: conditions that stand where they neither only permit nor only restrict. `(ARRAY[:org_id, t.org_id])[1 + (c)::int]`
// has no OR, and yet permits everything where c holds. A condition that is the same in all calls is what a hidden flaw waits
// for, so a choice must matter both ways: with true in its place, and with false, some call gives something else.

import { as, columnParts, lastName, type Node } from '../../sql/node.ts'
import { changeField, type Operator, type OperatorContext, replaceNode, without } from '../operators/operator.ts'
import { FALSE, isConstant, nullLike, TRUE } from '../tree/constants.ts'
import { isCondition, isConditionRoot, type NodePath } from '../tree/node-path.ts'
import { isInCondition, refuses } from './is-restricting.ts'
import { isConjunct, isInClamp, isInLimit, isMask, isOutput, isPlainValue } from './places.ts'

/** A condition made true, and made false. */
export const decide: Operator = {
  name: 'decide',
  mutate(path, context) {
    if (!isBoolean(path) || !isChoice(path, context) || isInClamp(path) || isOfCaseStatement(path.node)) return []
    // What only comes back decides nothing: worlds show what it tells.
    if (isOutput(path)) return []
    // An IF that only gives rows is a filter: a condition that changes nothing there is a second check.
    const values = context.isTest && context.isFilter ? [FALSE] : [TRUE, FALSE]
    return values.map(value => replaceNode(path, value))
  },
}

/** The condition that the parser makes of `WHEN 1, 2` in a CASE statement: its values are left out one by one. */
function isOfCaseStatement(node: Node): boolean {
  const [name = ''] = columnParts(as(node, 'A_Expr')?.lexpr) ?? []
  return name.startsWith('__Case__Variable_')
}

const COMPARING = /^(?:[<>]=?|=|<>|!=|@>|<@|&&|@@|\?[|&]?|!?~~?\*?|\^@|-\|-|&<|&>)$/
const COMPARING_KINDS = [
  ...['AEXPR_OP_ANY', 'AEXPR_OP_ALL', 'AEXPR_DISTINCT', 'AEXPR_NOT_DISTINCT', 'AEXPR_IN', 'AEXPR_LIKE', 'AEXPR_ILIKE'],
  ...['AEXPR_SIMILAR', 'AEXPR_BETWEEN', 'AEXPR_NOT_BETWEEN', 'AEXPR_BETWEEN_SYM', 'AEXPR_NOT_BETWEEN_SYM'],
]
const BOOLEAN_FUNCTIONS = [
  ...['starts_with', 'isempty', 'isfinite', 'bool_or', 'bool_and', 'every', 'regexp_like', 'like_regex', 'texteq'],
  ...[
    'jsonb_path_exists',
    'jsonb_path_match',
    'pg_input_is_valid',
    'overlaps',
    'array_contains',
    'lower_inf',
    'upper_inf',
  ],
]

/** Whether the node is surely true, false or unknown, and no AND, OR or NOT of others, which are looked at one by one. */
function isBoolean(path: NodePath): boolean {
  const { node } = path
  if ('NullTest' in node) return true
  const link = as(node, 'SubLink')
  if (link) return ['EXISTS_SUBLINK', 'ANY_SUBLINK', 'ALL_SUBLINK'].includes(link.subLinkType ?? '')
  const { kind, name } = as(node, 'A_Expr') ?? {}
  if (kind !== undefined) return kind === 'AEXPR_OP' ? COMPARING.test(lastName(name)) : COMPARING_KINDS.includes(kind)
  const call = as(node, 'FuncCall')
  if (call && BOOLEAN_FUNCTIONS.includes(lastName(call.funcname))) return true
  return (call !== undefined || 'ColumnRef' in node) && isCondition(path)
}

/** Whether the condition stands where nothing is known of what follows from it. */
function isChoice(path: NodePath, context: OperatorContext): boolean {
  const { parent, field } = path
  if (parent === undefined) return true
  if (['BoolExpr', 'BooleanTest', 'CoalesceExpr'].some(kind => kind in parent.node)) return isChoice(parent, context)
  if ('CaseWhen' in parent.node && field === 'expr' && parent.parent) return !isOneWay(parent, parent.parent)
  if (('CaseWhen' in parent.node || 'CaseExpr' in parent.node) && isConditionRoot(path)) {
    const choice = 'CaseExpr' in parent.node ? parent : parent.parent
    return choice === undefined || isChoice(choice, context)
  }
  // The condition of an IF that does more than refuse: what it does may permit or restrict.
  if (isConditionRoot(path)) return context.isTest && parent.parent === undefined && context.isGuard !== true
  return true
}

/** Whether a branch of a CASE only permits, or only refuses: `CASE WHEN a THEN t.secret END` gives NULL where a does not hold. */
function isOneWay({ node }: NodePath, choice: NodePath): boolean {
  const { args = [], defresult } = as(choice.node, 'CaseExpr') ?? {}
  const results = [...args.map(one => as(one, 'CaseWhen')?.result), defresult]
  // Constants that come back tell nothing but the condition.
  if (isOutput(choice) && results.every(one => one === undefined || isConstant(one))) return true
  if (!isCondition(choice) && !isMask(choice)) return false
  const later = args.slice(args.indexOf(node) + 1).map(one => as(one, 'CaseWhen')?.result)
  const others = defresult ? [...later, defresult] : later
  return refuses(as(node, 'CaseWhen')?.result) || others.every(refuses)
}

/** `CASE x WHEN y THEN r END` as if x were always y, where there is no ELSE whose work could be seen. */
export const alwaysBranch: Operator = {
  name: 'always-branch',
  mutate(path) {
    const choice = as(path.node, 'CaseExpr')
    const { args = [], arg, defresult } = choice ?? {}
    if (arg === undefined || defresult !== undefined || isMask(path) || isCondition(path)) return []
    const result = as(args[0], 'CaseWhen')?.result
    return args.length === 1 && result ? [replaceNode(path, result)] : []
  },
}

/**
 * NULLIF is a condition too: its first value alone. A divisor is kept from being 0, which permits nothing, and a condition does
 * not hold where NULL is compared.
 */
export const dropNullIf: Operator = {
  name: 'drop-null-if',
  mutate(path) {
    const { kind, lexpr } = as(path.node, 'A_Expr') ?? {}
    const around = as(path.parent?.node, 'A_Expr')
    const isDivisor = path.field === 'rexpr' && lastName(around?.name) === '/'
    const isCompared = around?.kind === 'AEXPR_OP' && COMPARING.test(lastName(around.name)) && isInCondition(path)
    return kind === 'AEXPR_NULLIF' && lexpr && !isDivisor && !isCompared ? [replaceNode(path, lexpr)] : []
  },
}

/** An array without one of its values: `min()` over two conditions may choose the other on another server. */
export const dropElement: Operator = {
  name: 'drop-element',
  mutate(path) {
    const { elements = [] } = as(path.node, 'A_ArrayExpr') ?? {}
    // Which value a subscript chooses is seen by the subscript.
    const isSubscripted = as(path.parent?.node, 'A_Indirection') !== undefined
    if (elements.length < 2 || path.field === 'rexpr' || isSubscripted) return []
    return elements.map((element, nth) => {
      const rest: Node = { A_ArrayExpr: { elements: without(elements, nth) } }
      return { ...replaceNode(path, rest, [element, ' in ', path.node]), at: element }
    })
  },
}

/** A COALESCE without its first value: one that is NULL in all calls waits for a day on which it is not. */
export const dropFirst: Operator = {
  name: 'drop-first',
  mutate(path) {
    const [first, second, ...others] = as(path.node, 'CoalesceExpr')?.args ?? []
    if (first === undefined || second === undefined || isMask(path)) return []
    if (isInLimit(path) && isPlainValue(path.node)) return []
    const rest: Node = { CoalesceExpr: { args: [nullLike(first), second, ...others] } }
    return [{ ...replaceNode(path, rest, [first, ' in ', path.node]), at: first }]
  },
}

/** A sub-query that gives a value, without its rows. */
export const emptySubquery: Operator = {
  name: 'empty-subquery',
  mutate(path) {
    const { subLinkType, subselect } = as(path.node, 'SubLink') ?? {}
    const select = as(subselect, 'SelectStmt')
    if (!['EXPR_SUBLINK', 'ARRAY_SUBLINK'].includes(subLinkType ?? '') || !select?.fromClause) return []
    // `AND (SELECT count(*) …) < 100` only takes away.
    if (path.parent && isBoolean(path.parent) && isConjunct(path.parent)) return []
    return [changeField(path, 'subselect', { SelectStmt: { ...select, whereClause: FALSE } }, [path.node])]
  },
}
