// One form for expressions that always have the same value.

import { as, lastName, type Node } from '../../sql/node.ts'
import { constantBoolean, isConstant, NULL } from '../tree/constants.ts'
import { sortedOnce } from './conditions.ts'
import { textOf } from './tree-text.ts'

/** LEAST and GREATEST as one sorted list, nested ones too. They ignore NULL, so `COALESCE(x, 100)` beside `100` is `x`. */
export function normalExtreme(node: Node): Node {
  const extreme = as(node, 'MinMaxExpr')
  if (extreme?.args === undefined) return node
  const flat = extreme.args.flatMap(arg => {
    const inner = as(arg, 'MinMaxExpr')
    return inner?.op === extreme.op ? (inner?.args ?? []) : [arg]
  })
  const constants = new Set(flat.filter(isConstant).map(arg => textOf(arg)))
  const args = sortedOnce(
    flat.map(arg => {
      const choices = as(arg, 'CoalesceExpr')?.args ?? []
      const last = choices.at(-1)
      // LEAST(COALESCE(x, 100), 100) is LEAST(x, 100): both give 100 when x is NULL.
      return last !== undefined && constants.has(textOf(last)) ? coalesce(choices.slice(0, -1)) : arg
    }),
  )
  const [only] = args
  return args.length === 1 && only !== undefined ? only : { MinMaxExpr: { ...extreme, args } }
}

/** A CASE without branches that a constant decides; a CASE that does the same as LEAST becomes that LEAST. */
export function normalCase(node: Node): Node {
  const choice = as(node, 'CaseExpr')
  if (choice === undefined || choice.arg !== undefined) return node
  const whens = (choice.args ?? []).filter(when => constantBoolean(as(when, 'CaseWhen')?.expr) !== false)
  const certain = whens.findIndex(when => constantBoolean(as(when, 'CaseWhen')?.expr) === true)
  const args = certain < 0 ? whens : whens.slice(0, certain)
  const otherwise = certain < 0 ? choice.defresult : as(whens[certain], 'CaseWhen')?.result
  if (args.length === 0) return otherwise ?? NULL
  const { defresult: _, ...rest } = choice
  const decided: Node = { CaseExpr: { ...rest, args, ...(otherwise === undefined ? {} : { defresult: otherwise }) } }
  return args.length === 1 ? normalClamp(decided) : decided
}

/**
 * CASE WHEN x < 100 THEN x ELSE 100 END, with `<` or `<=`, is LEAST(x, 100): both are 100 when x is NULL. The opposite,
 * CASE WHEN x > 100 THEN 100 ELSE x END, is NULL when x is NULL: it is no LEAST, and only `>` and `>=` are the same.
 */
function normalClamp(node: Node): Node {
  const choice = as(node, 'CaseExpr')
  const when = as(choice?.args?.[0], 'CaseWhen')
  const comparison = as(when?.expr, 'A_Expr')
  const { lexpr: low, rexpr: high } = comparison ?? {}
  const { result } = when ?? {}
  const otherwise = choice?.defresult
  if (!/^<=?$/.test(lastName(comparison?.name)) || low === undefined || high === undefined) return node
  if (result === undefined || otherwise === undefined) return node
  if (isSame(result, low) && isSame(otherwise, high) && isConstant(high))
    return normalExtreme({ MinMaxExpr: { op: 'IS_LEAST', args: [low, high] } })
  if (!isSame(result, low) || !isSame(otherwise, high) || !isConstant(low)) return node
  const strict: Node = { A_Expr: { ...comparison, name: [{ String: { sval: '<' } }] } }
  return { CaseExpr: { ...choice, args: [{ CaseWhen: { ...when, expr: strict } }] } }
}

/** A COALESCE of one value is that value. */
export function normalCoalesce(node: Node): Node {
  const args = as(node, 'CoalesceExpr')?.args
  return args === undefined ? node : coalesce(args)
}

function coalesce(args: Node[]): Node {
  const [only] = args
  return args.length === 1 && only !== undefined ? only : { CoalesceExpr: { args } }
}

function isSame(one: Node, other: Node): boolean {
  return textOf(one) === textOf(other)
}
