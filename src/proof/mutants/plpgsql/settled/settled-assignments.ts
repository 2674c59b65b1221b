// Assignments that have nothing to hide: each run of the function makes them, and each gives the same value, whatever rows there
// are and whatever the client sends. `NEW.status := 'DRAFT'` in a trigger may change nothing in any call, since the default of
// the column is the same. That it is executed in a call is all that can be shown of it.
//
// In a branch, it may lift a limit for those who come there: only branches by TG_OP are the same for all calls of an event.

import { as, columnParts, lastName, type Node } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'
import { parsePlpgsql, queryOf } from '../../../sql/plpgsql-expressions.ts'
import { type Tree, walk } from '../../../sql/walk-tree.ts'
import { expressionOf, variablesOf } from '../../permits/executed-text.ts'
import { isConstant } from '../../tree/constants.ts'
import { assignedIn } from '../assigned-in.ts'
import { LOOP, listsIn, type Statement, statementsIn } from '../statements.ts'

/** What stands in the place of an assignment to see whether it is executed. */
export const EXECUTED = `RAISE EXCEPTION 'proof executed'`

/** What must be known of the function's place. */
export interface SettledBy {
  /** Functions without arguments that say who calls, or when. */
  saysWhoCalls: ReadonlySet<string>
  /** Every trigger that executes the function does so for all rows of its events. */
  isForAllRows: boolean
}

/** The texts of such assignments in a definition that catches no errors. */
export function settledAssignments(definition: string, { saysWhoCalls, isForAllRows }: SettledBy): Set<string> {
  if (!isForAllRows || !isPlainTrigger(definition)) return new Set()
  const root = parsePlpgsql(definition)
  const settled = new Set<Tree>()
  const isSettled = (node: Tree) => {
    const { before, value } = assignedIn(queryOf(node.expr) ?? '') ?? {}
    const isField = /^\s*new\s*\.\s*"?\w+"?\s*:?=\s*$/i.test(before ?? '')
    return isField && isTheSame(expressionOf(value ?? ''), saysWhoCalls)
  }
  /** Whether every run that enters the list comes to its end, or leaves the function there. */
  const enter = (statements: Statement[]): boolean => {
    for (const { kind, node } of statements) {
      if (kind === 'PLpgSQL_stmt_assign' && isSettled(node)) settled.add(node)
      const isByEvent = kind === 'PLpgSQL_stmt_if' && conditionsOf(node).every(isAboutEvent)
      if (isByEvent) {
        const entered = listsIn({ kind, node }).map(({ list }) => enter(list))
        if (entered.includes(false)) return false
      } else if (kind === 'PLpgSQL_stmt_block' && node.label === undefined) {
        if (!enter(statementsIn(node.body))) return false
      } else if (mayLeave({ kind, node })) return false
    }
    return true
  }
  const others = new Set<string>()
  walk(root, (name, { action }) => {
    if (name === 'PLpgSQL_function') for (const { node } of statementsIn([action])) enter(statementsIn(node.body))
  })
  const found = new Set<string>()
  walk(root, (name, node) => {
    if (name !== 'PLpgSQL_stmt_assign') return
    const text = (queryOf(node.expr) ?? '').trim()
    if (settled.has(node)) found.add(text)
    else others.add(text)
  })
  // The same text may stand in a branch once more.
  return new Set([...found].filter(text => !others.has(text)))
}

/** Whether a condition of an IF only asks for the event of a trigger, as two triggers for two events would. */
export function asksForEvent(definition: string): (condition: string) => boolean {
  if (!/\btg_op\b/i.test(definition) || !isPlainTrigger(definition)) return () => false
  return condition => isAboutEvent(expressionOf(condition))
}

/** Whether NEW and TG_OP are those of the trigger, and no variables of the same name. */
function isPlainTrigger(definition: string): boolean {
  const { returnType } = as(tryParse(definition)?.[0], 'CreateFunctionStmt') ?? {}
  const { types, sources, labels } = variablesOf(definition)
  const isOwn = (name: string) => (types.get(name)?.length ?? 0) <= 1 && !labels.has(name)
  const isTrigger = lastName(returnType?.names) === 'trigger'
  return isTrigger && types.has('tg_op') && !sources.has('tg_op') && isOwn('tg_op') && isOwn('new')
}

/** Whether a value is a constant, or who calls. */
function isTheSame(value: Node | undefined, saysWhoCalls: ReadonlySet<string>): boolean {
  if (value === undefined) return false
  const { funcname = [], args } = as(value, 'FuncCall') ?? {}
  const isPublic = funcname.length === 1 || lastName(funcname.slice(0, 1)) === 'public'
  if (funcname.length > 0) return isPublic && args === undefined && saysWhoCalls.has(lastName(funcname))
  const cast = as(value, 'TypeCast')?.arg
  return isConstant(value) || (cast !== undefined && isTheSame(cast, saysWhoCalls))
}

function conditionsOf(node: Tree): (Node | undefined)[] {
  const all = [node, ...statementsIn(node.elsif_list).map(({ node: branch }) => branch)]
  return all.map(({ cond }) => expressionOf(queryOf(cond) ?? ''))
}

/** `TG_OP = 'INSERT'`, and `TG_OP IN ('INSERT', 'UPDATE')`. */
function isAboutEvent(condition: Node | undefined): boolean {
  const { name, lexpr, rexpr, kind } = as(condition, 'A_Expr') ?? {}
  const isCompared = ['=', '<>'].includes(lastName(name)) && (kind === 'AEXPR_OP' || kind === 'AEXPR_IN')
  const values = as(rexpr, 'List')?.items ?? (rexpr ? [rexpr] : [])
  return isCompared && columnParts(lexpr)?.join('.') === 'tg_op' && values.every(isConstant)
}

/** Whether a statement that not every run enters, or that does not say which, may leave more than itself. */
function mayLeave({ kind, node }: Statement): boolean {
  if (kind === 'PLpgSQL_stmt_return') return false
  let leaves = false
  walk({ [kind]: node }, (name, inner) => {
    if (name === 'PLpgSQL_stmt_return') leaves = true
    // Without a label, it leaves a loop.
    if (name === 'PLpgSQL_stmt_exit' && (inner.label !== undefined || !LOOP.test(kind))) leaves = true
  })
  return leaves
}
