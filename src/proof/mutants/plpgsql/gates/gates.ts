// Gates: queries without whose row the body is left at once, when nothing was given or written yet.
// `UPDATE … WHERE id = p AND may(id) RETURNING x INTO v; IF NOT FOUND THEN RETURN; END IF` does nothing where a condition of the
// UPDATE does not hold, so that the condition only restricts. A gate is no such thing where it may choose another row, and
// where what it leaves out could have undone something: in a loop, in a block that catches errors, behind a write, or in a
// function that others call.

import { as, columnParts, lastName, type Node } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'
import { queryOf } from '../../../sql/plpgsql-expressions.ts'
import { type Tree, walk } from '../../../sql/walk-tree.ts'
import { expressionOf, variablesOf } from '../../permits/executed-text.ts'
import { argumentsOf } from '../../tree/conditions.ts'
import { type Flow, givesWith, mayBeLeftByError, mentions, type Place } from '../flow.ts'
import { isConstantText } from '../guards.ts'
import type { SettledBy } from '../settled/settled-assignments.ts'
import { type Frame, LOOP, type Statement, statementsIn, visitStatements } from '../statements.ts'
import { givesOneRow, isPlainQuery, type KnownNames, writesTheSame } from './one-row.ts'

/** What is known of the place of a function among others, and of the tables that it reads. */
export interface Surroundings extends Place {
  /** Table -> the columns of its primary key. */
  keys: KnownNames['keys']
  settled?: SettledBy
}

export interface Gates {
  /** The queries, each by the tree of its statement. */
  queries: ReadonlySet<unknown>
  /** Each RETURN right behind such a query, where it has no row and nothing was done: it only refuses. */
  leaving: ReadonlySet<unknown>
}

export function readGates(
  root: unknown,
  definition: string,
  flow: Flow,
  { keys, endsByReturn, endsByError, writers }: Surroundings,
): Gates {
  const queries = new Set<unknown>()
  const leaving = new Set<unknown>()
  const { types } = variablesOf(definition)
  // Two variables of one name cannot be told apart here, and a name may be a column's.
  const isClear = !/#\s*variable_conflict/i.test(definition)
  const isOne = (name: string) => types.get(name)?.length === 1
  const known: KnownNames = { keys, isVariable: name => types.has(name) }
  const mayReturn = endsByReturn && !returnsVariables(definition)
  const isTrigger = /\breturns\s+trigger\b/i.test(definition)
  visitStatements(root, givesWith(writers), ({ kind, node }, frames, hasGiven) => {
    const query = queryOf(node.sqlstmt) ?? queryOf(node.expr) ?? queryOf(node.query)
    if (!isClear || !/^PLpgSQL_stmt_(?:execsql|perform|return_query)$/.test(kind) || query === undefined) return
    const [statement, ...more] = tryParse(query) ?? []
    if (!statement || more.length > 0 || !isPlainQuery(statement) || !writesTheSame(statement, known)) return
    if (node.into && !givesOneRow(statement, known)) return
    if (mayBeLeftByError(frames) || writers.some(name => mentions(query, name))) return
    const targets = targetsOf(node)
    const leaves = (list: Statement[]) => {
      const [only, ...others] = list
      if (!only || others.length > 0) return false
      if (only.kind === 'PLpgSQL_stmt_raise') return endsByError && flow.refusing.has(only.node)
      return mayReturn && !hasGiven && !isInLoop(frames) && isEmptyReturn(only, isTrigger)
    }
    const [first, second] = following(frames)
    const count = first && countedBy(first, root)
    const next = count === undefined ? first : second
    if (next?.kind !== 'PLpgSQL_stmt_if') return
    const asked = { isOne, targets, count }
    const isAbsence = (arm: Node) => isAbout(arm, asked) === 'absence'
    const condition = expressionOf(queryOf(next.node.cond) ?? '')
    const hasOthers = statementsIn(next.node.elsif_list).length > 0
    const arms = condition ? armsOf(condition) : []
    const isLeft = arms.some(isAbsence) && leaves(statementsIn(next.node.then_body))
    const isEntered = condition !== undefined && isAbout(condition, asked) === 'presence'
    if (isLeft || (isEntered && !hasOthers && leaves(statementsIn(next.node.else_body)))) queries.add(node)
    if (!isLeft || arms.length > 1 || !frames[0]?.after.slice(0, 2).includes(next)) return
    for (const { kind: only, node: last } of statementsIn(next.node.then_body))
      if (only === 'PLpgSQL_stmt_return') leaving.add(last)
  })
  return { queries, leaving }
}

/** Whether a RETURN gives what the body has set. */
function returnsVariables(definition: string): boolean {
  const { parameters = [], returnType } = as(tryParse(definition)?.[0], 'CreateFunctionStmt') ?? {}
  const isOutput = (item: Node) => /_(?:OUT|INOUT)$/.test(as(item, 'FunctionParameter')?.mode ?? '')
  return !returnType?.setof && parameters.some(isOutput)
}

function isEmptyReturn({ kind, node }: Statement, isTrigger: boolean): boolean {
  if (kind !== 'PLpgSQL_stmt_return') return false
  const value = queryOf(node.expr)
  if (isTrigger) return /^\s*null\s*$/i.test(value ?? '')
  return value === undefined || isConstantText(value)
}

const isInLoop = (frames: Frame[]) => frames.some(({ owner }) => LOOP.test(owner?.kind ?? ''))

/** The statements that come next, also behind the IF or the block that a statement ends. */
function following([frame, ...outer]: Frame[]): Statement[] {
  if (frame === undefined) return []
  const { after, owner, catches } = frame
  if (after.length > 0) return after
  const isBlock = owner?.kind === 'PLpgSQL_stmt_block'
  const isPassed = isBlock ? catches?.length === 0 : !LOOP.test(owner?.kind ?? '')
  return isPassed ? following(outer) : []
}

/** The variable that GET DIAGNOSTICS sets to the number of rows, and nothing else. */
function countedBy({ kind, node }: Statement, root: unknown): string | undefined {
  const [item, ...more] = kind === 'PLpgSQL_stmt_getdiag' ? statementsIn(node.diag_items) : []
  if (item?.node.kind !== 'ROW_COUNT' || more.length > 0) return undefined
  let name: string | undefined
  walk(root, (one, { datums }) => {
    const datum = one === 'PLpgSQL_function' ? statementsIn(datums)[Number(item.node.target ?? 0)] : undefined
    if (datum?.kind === 'PLpgSQL_var') name = String(datum.node.refname)
  })
  return name
}

/** The names of the variables that a statement sets by INTO. */
function targetsOf({ target }: Tree): Set<string> {
  const names = new Set<string>()
  walk({ target }, (kind, { refname, fields }) => {
    if (kind === 'PLpgSQL_row')
      for (const { name = '' } of (fields ?? []) as { name?: string }[]) names.add(name.toLowerCase())
    else if (typeof refname === 'string') names.add(refname)
  })
  return names
}

function armsOf(condition: Node): Node[] {
  return argumentsOf(condition, 'OR_EXPR')?.flatMap(armsOf) ?? [condition]
}

/** Whether a condition holds where there was no row, or does not hold there: `NOT FOUND`, `v IS NULL`. */
function isAbout(
  condition: Node,
  known: { isOne: (name: string) => boolean; targets: ReadonlySet<string>; count: string | undefined },
): 'absence' | 'presence' | undefined {
  const counted = known.count !== undefined && known.isOne(known.count) ? countAsked(condition, known.count) : undefined
  if (counted) return counted
  const [negated] = argumentsOf(condition, 'NOT_EXPR') ?? []
  if (negated) return isAbout(negated, known) === 'presence' && 'ColumnRef' in negated ? 'absence' : undefined
  if (columnParts(condition)?.join('.') === 'found') return known.isOne('found') ? 'presence' : undefined
  const { arg, nulltesttype } = as(condition, 'NullTest') ?? {}
  const names = columnParts(arg) ?? []
  const isTarget = known.targets.has(names.join('.')) || (names.length === 2 && known.targets.has(names[0] ?? ''))
  if (!isTarget || !known.isOne(names[0] ?? '')) return undefined
  return nulltesttype === 'IS_NULL' ? 'absence' : 'presence'
}

/** What `n = 0` and `n > 0` ask of a number of rows. */
function countAsked(condition: Node, count: string): 'absence' | 'presence' | undefined {
  const { kind, name, lexpr, rexpr } = as(condition, 'A_Expr') ?? {}
  const number = as(rexpr, 'A_Const')?.ival
  if (kind !== 'AEXPR_OP' || columnParts(lexpr)?.join('.') !== count || !number) return undefined
  const asked = `${lastName(name)} ${number.ival ?? 0}`
  if (asked === '= 0' || asked === '< 1') return 'absence'
  return ['> 0', '<> 0', '>= 1'].includes(asked) ? 'presence' : undefined
}
