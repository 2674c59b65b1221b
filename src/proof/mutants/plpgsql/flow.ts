// What a statement of PL/pgSQL leaves out when it leaves a loop, a block or the function, and what came before it. An EXIT that
// leaves out a check lets through what the check would have stopped.

import { as } from '../../sql/node.ts'
import { expressionTree, plpgsqlExpressions, queryOf } from '../../sql/plpgsql-expressions.ts'
import { type Tree, walk } from '../../sql/walk-tree.ts'
import { isConstant } from '../tree/constants.ts'
import { namesReadOnlyIn } from './settled/readings.ts'
import { type Frame, LOOP, listsIn, type Statement, visitStatements } from './statements.ts'

/** Statements that end what they stand in, each by its tree. */
export interface Flow {
  /** EXIT, CONTINUE, RETURN and RAISE that only refuse: nothing that they leave out could have refused more. */
  refusing: ReadonlySet<unknown>
  /** Conditions of an EXIT from a loop that might never end without it, each by the tree around it. */
  ending: ReadonlySet<unknown>
}

const ENDLESS = /^PLpgSQL_stmt_(?:loop|while)$/
export const WRITES = /(?<!\bfor\s+(?:no\s+key\s+)?)\b(?:insert|update|delete|merge|truncate|into\s+temp)\b/i
const GIVES = /^PLpgSQL_stmt_return_(?:next|query)$/
/** The level of RAISE EXCEPTION; a notice refuses nothing. */
const ERROR = 21

/** What is known of the place of a function among others. */
export interface Place {
  /** Whatever calls the function does nothing where it is left by a RETURN. */
  endsByReturn: boolean
  /** Whatever calls the function fails where it raises an error. */
  endsByError: boolean
  /** The functions that write. */
  writers: readonly string[]
}

/** The place of a function that is the whole case. */
export const ALONE: Place = { endsByReturn: true, endsByError: true, writers: [] }

/** Reads the flow of a body. `root` is the tree of PL/pgSQL's parser, `outputs` the names of the result's columns. */
export function readFlow(
  root: unknown,
  outputs: readonly string[],
  { endsByReturn, endsByError, writers }: Place = ALONE,
): Flow {
  const refusing = new Set<unknown>()
  const mayRunWrites = WRITES.test(JSON.stringify(root))
  const ending = new Set<unknown>()
  visitStatements(root, givesWith(writers), ({ kind, node }, frames, hasGiven) => {
    if (kind === 'PLpgSQL_stmt_raise' && endsByError && isRefusal(node, frames)) refusing.add(node)
    // Before rows and writes, a RETURN gives nothing, if nothing goes on behind it.
    if (kind === 'PLpgSQL_stmt_return' && endsByReturn && !hasGiven && !mayBeLeftByError(frames)) refusing.add(node)
    if (kind !== 'PLpgSQL_stmt_exit') return
    const depth = targetOf(node, frames)
    const target = frames[depth]
    if (target === undefined) return
    // What a loop sets for its next turns serves nothing once it is left, unless it stands in another one.
    const isLast = node.is_exit === true && !frames.slice(depth + 1).some(({ owner }) => LOOP.test(owner?.kind ?? ''))
    const isOwn = isLast && target.owner ? namesReadOnlyIn(target.owner.node, root) : () => false
    const isOnly = (one: Statement) => onlyGives(one, node, { outputs, mayRunWrites, isOwn })
    if (leftOutBy(node, frames.slice(0, depth + 1)).every(isOnly)) refusing.add(node)
    if (node.is_exit !== true || !ENDLESS.test(target.owner?.kind ?? '')) return
    for (const { owner } of frames.slice(0, depth)) ending.add(owner?.node)
    ending.add(node)
  })
  return { refusing, ending }
}

/** Where the loop or block stands that an EXIT or CONTINUE leaves. */
function targetOf({ label }: Tree, frames: Frame[]): number {
  return frames.findIndex(({ owner }) =>
    label === undefined ? LOOP.test(owner?.kind ?? '') : owner?.node.label === label,
  )
}

/** What an EXIT or a CONTINUE leaves out. Of a loop that it leaves, that is the whole body, in the turns that would follow. */
function leftOutBy({ is_exit }: Tree, frames: Frame[]): Statement[] {
  return frames.flatMap(({ after, owner, body }, nth) => {
    const isLeft = LOOP.test(owner?.kind ?? '') && (is_exit === true || nth < frames.length - 1)
    return isLeft ? body : after
  })
}

/** Whether a statement only gives rows, so that without it less is given. */
function onlyGives(
  statement: Statement,
  by: Tree,
  known: { outputs: readonly string[]; mayRunWrites: boolean; isOwn: (name: string) => boolean },
): boolean {
  const { kind, node } = statement
  if (node === by) return true
  if (GIVES.test(kind))
    return !WRITES.test(JSON.stringify(node)) && !(node.dynquery !== undefined && known.mayRunWrites)
  if (kind === 'PLpgSQL_stmt_assign') {
    const [, name] = /^\s*(\w+)\s*:?=/.exec(queryOf(node.expr) ?? '') ?? []
    return name !== undefined && (known.outputs.includes(name) || known.isOwn(name))
  }
  // Both leave the same; a CONTINUE that leaves out an EXIT lets the next turn begin.
  if (kind === 'PLpgSQL_stmt_exit') return node.label === by.label && (by.is_exit === true || node.is_exit !== true)
  const isNested = /^PLpgSQL_stmt_(?:if|case)$/.test(kind)
  return isNested && listsIn(statement).every(({ list }) => list.every(one => onlyGives(one, by, known)))
}

/** Whether a statement gives rows or writes, wherever in it; `writers` are the functions that write. */
export function givesWith(writers: readonly string[]): (statement: Statement) => boolean {
  return ({ kind, node }) => {
    let found = false
    walk({ [kind]: node }, name => {
      if (GIVES.test(name) || /^PLpgSQL_stmt_(?:dynexecute|call)$/.test(name)) found = true
    })
    const text = JSON.stringify(node)
    return found || WRITES.test(text) || writers.some(name => mentions(text, name))
  }
}

/** Whether a text calls the function of this name. */
export function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b\\W{0,3}\\(`, 'i').test(text)
}

/** Whether a RAISE ends the call: it is an error that no block around it catches. */
function isRefusal({ elog_level, condname, options }: Tree, frames: Frame[]): boolean {
  if (elog_level !== ERROR) return false
  const caught = frames.flatMap(({ catches = [] }) => catches)
  const isOwnCode = condname !== undefined || options !== undefined
  return !mayBeLeftByError(frames) && (caught.length === 0 || !isOwnCode)
}

/** Errors of a write, which no condition has. */
export const OF_WRITES =
  /^(?:(?:unique|foreign_key|check|not_null|exclusion|restrict)_violation|integrity_constraint_violation|23\w{3})$/

/** Whether a block around catches errors that a condition itself may have, so that its error leaves out the check. */
export function mayBeLeftByError(frames: Frame[]): boolean {
  return frames.some(({ catches = [] }) => catches.some(name => !OF_WRITES.test(name)))
}

/** Whether the code of an error is computed, so that data may choose which handler catches it. */
export function computedCode(definition: string): string | undefined {
  const all = plpgsqlExpressions(definition) ?? []
  return all.find(({ statement, node, query }) => {
    if (statement !== 'PLpgSQL_raise_option' || (node.opt_type ?? 0) !== 0) return false
    const [value] = expressionTree(query).flatMap(select => as(select, 'SelectStmt')?.targetList ?? [])
    const { args = [], defresult } = as(as(value, 'ResTarget')?.val, 'CaseExpr') ?? {}
    const results = [...args.map(one => as(one, 'CaseWhen')?.result), defresult].flatMap(one => one ?? [])
    return results.length > 0 ? !results.every(isConstant) : !/^\s*'[^']*'\s*$/.test(query)
  })?.query
}
