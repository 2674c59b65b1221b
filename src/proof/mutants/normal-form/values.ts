// Values that are always the same, written in one way.

import { as, constantBoolean, lastName, type Node, NULL } from '../../sql/node.ts'
import { isConstant } from '../operators/rows/drop-limit.ts'
import { sortedOnce } from './conditions.ts'
import { textOf } from './tree-text.ts'

/** LEAST and GREATEST: nested ones in one list, sorted; they pass over NULL, so a default that is there anyway goes. */
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
      // LEAST(COALESCE(x, 100), 100) is LEAST(x, 100): of a NULL both make 100.
      return last !== undefined && constants.has(textOf(last)) ? coalesce(choices.slice(0, -1)) : arg
    }),
  )
  const [only] = args
  return args.length === 1 && only !== undefined ? only : { MinMaxExpr: { ...extreme, args } }
}

/** A CASE without the branches that constants decide, and a CASE that clamps as the LEAST that it is. */
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
 * CASE WHEN x < 100 THEN x ELSE 100 END, with `<` or `<=`, is LEAST(x, 100), of NULL too. The other way round, CASE
 * WHEN x > 100 THEN 100 ELSE x END, is NULL of NULL, so there only `>` and `>=` are the same.
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

/** A COALESCE of one is that one. */
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
