// The texts of a function that an error may tell, with the places where they take values.

import { as, lastName, type Node, nodesIn } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'
import { expressionTree, plpgsqlExpressions, plpgsqlRaises } from '../../../sql/plpgsql-expressions.ts'
import type { Template } from '../../told-by-error.ts'

/** A mark at the place of a value. No text of PostgreSQL has this character. */
const PLACE = '\0'

/** The messages of RAISE, constants, texts joined by `||`, and those of format() and concat(). None for a statement. */
export function toldTexts(code: string): Template[] {
  const expressions = plpgsqlExpressions(code) ?? []
  const nodes = nodesIn(expressions.flatMap(({ query }) => expressionTree(query)))
  const texts = [...plpgsqlRaises(code).map(raisedText), ...nodes.flatMap(node => textOf(node) ?? [])]
  return [...new Set(texts)].filter(text => text.replaceAll(PLACE, '') !== '').map(text => text.split(PLACE))
}

/** The message of RAISE: `%` takes the next value, and `%%` is a percent sign. */
function raisedText({ message, parameters }: { message: string; parameters: string[] }): string {
  let nth = 0
  return message.replace(/%%|%/g, mark => (mark === '%%' ? '%' : (constantOf(parameters[nth++]) ?? PLACE)))
}

/** The text of an expression that is a constant. */
function constantOf(expression: string | undefined): string | undefined {
  const [select] = nodesIn(tryParse(`select ${expression}`)).flatMap(node => as(node, 'SelectStmt') ?? [])
  const value = as(as(select?.targetList?.[0], 'ResTarget')?.val, 'A_Const')
  return value?.sval ? (value.sval.sval ?? '') : value?.ival ? String(value.ival.ival ?? 0) : undefined
}

/** The text of a constant or of a call that joins texts; undefined for any other expression. */
function textOf(node: Node | undefined): string | undefined {
  const constant = as(node, 'A_Const')?.sval
  if (constant) return constant.sval ?? ''
  const expression = as(node, 'A_Expr')
  if (expression && lastName(expression.name) === '||') return part(expression.lexpr) + part(expression.rexpr)
  const call = as(node, 'FuncCall')
  const name = lastName(call?.funcname)
  const [format, ...others] = call?.args ?? []
  if (name === 'concat') return [format, ...others].map(part).join('')
  if (name !== 'format') return undefined
  return as(format, 'A_Const')?.sval?.sval?.replace(/%%|%(?:\d+\$)?-?\d*[ILs]/g, mark => (mark === '%%' ? '%' : PLACE))
}

function part(node: Node | undefined): string {
  return textOf(node) ?? PLACE
}
