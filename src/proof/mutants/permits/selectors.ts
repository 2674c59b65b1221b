// Selectors: values that choose among others, such as a subscript. A selector that has one value in all calls may have another
// on another day: `(ARRAY[:org_id, t.org_id])[width_bucket((SELECT count(*) FROM orgs), 0, 100, 1)]`. With the value that it
// has in a call written in its place, another call must give something else.

import { as, lastName, type Node, nodesIn } from '../../sql/node.ts'
import { type Operator, type OperatorContext, replaceNode } from '../operators/operator.ts'
import { isConstant, NULL } from '../tree/constants.ts'
import type { NodePath } from '../tree/node-path.ts'
import { isArgument } from './computed/arguments.ts'

/** A value that chooses among others. */
export interface Selector {
  /** The code with an error in the place of the selector, which tells its value; undefined where that cannot be written. */
  telling: string | undefined
  /** The value that the message of such an error tells. */
  valueIn: (message: string | undefined) => string | undefined
  /** The code with this value in the place of the selector. */
  freeze: (value: string) => string
}

/** Stands for the value of a selector until a call has told it. It needs no quotes, wherever the code stands. */
const FROZEN = 918273645

/** What the error of a call says before the value of a selector, and behind it. */
const TOLD = /proof selector <(.*)>/s

/** The selector replaced with one value. */
export const freezeSelector: Operator = {
  name: 'freeze-selector',
  mutate: (path, context) =>
    isSelector(path, context)
      ? [replaceNode(path, unlessNull(path.node, { A_Const: { ival: { ival: FROZEN } } }, context), [path.node])]
      : [],
}

/** The selector replaced with an error that tells its value. */
export const tellSelector: Operator = {
  name: 'tell-selector',
  mutate: (path, context) =>
    isSelector(path, context)
      ? [replaceNode(path, unlessNull(path.node, toldBy(path.node), context), [path.node])]
      : [],
}

/** A loop with a bound that is NULL fails, which says nothing of its turns: NULL stays NULL. */
function unlessNull(node: Node, value: Node, { isBound }: OperatorContext): Node {
  if (!isBound) return value
  const isNull: Node = { NullTest: { arg: node, nulltesttype: 'IS_NULL' } }
  return { CaseExpr: { args: [{ CaseWhen: { expr: isNull, result: NULL } }], defresult: value } }
}

/** The value that an error tells. */
export function toldValue(message: string | undefined): string | undefined {
  return TOLD.exec(message ?? '')?.[1]
}

/** The code with a value for the selector. Text is written without quotes, since the code may stand in a string. */
export function withValue(code: string, value: string): string {
  return code.replaceAll(String(FROZEN), () => written(value))
}

const isNumber = (value: string) => /^(?:NULL|-?\d+(?:\.\d+)?)$/.test(value)

/** What a call tells of a value: its text, and its type unless it is a text. */
const TYPED = /^(.*) of type ([^<>]+)$/s

/** Types whose values are numbers, and need no cast. */
const NUMBER_TYPES = /^(?:smallint|integer|bigint|numeric)$/

/** A value with its type: with another type, the code may fail in every call, and nothing would be known. */
function written(value: string): string {
  const [, text, type = ''] = TYPED.exec(value) ?? []
  if (text === undefined) return isNumber(value) ? value : textWithoutQuotes(value)
  if (NUMBER_TYPES.test(type) && isNumber(text)) return text.startsWith('-') ? `(${text})` : text
  return `CAST(${text === 'NULL' ? text : textWithoutQuotes(text)} AS ${type})`
}

function textWithoutQuotes(value: string): string {
  const characters = [...value].map(character => `chr(${character.codePointAt(0)})`)
  return characters.length === 0 ? 'repeat(chr(32), 0)' : `(${characters.join(' || ')})`
}

/**
 * `CAST('proof selector <' || COALESCE(CAST(e AS text), 'NULL') || ' of type ' || pg_typeof(e) || '>' AS int)`: the cast fails,
 * and its error has the text.
 */
function toldBy(node: Node): Node {
  const text = (sval: string): Node => ({ A_Const: { sval: { sval } } })
  const joined = (lexpr: Node, rexpr: Node): Node => ({
    A_Expr: { kind: 'AEXPR_OP', name: [{ String: { sval: '||' } }], lexpr, rexpr },
  })
  const known: Node = { CoalesceExpr: { args: [castTo('text', node), text('NULL')] } }
  // What a parameter is used for says what its type is, and here it is used for nothing.
  const typed = 'ParamRef' in node ? known : joined(joined(known, text(' of type ')), castTo('text', typeOf(node)))
  return castTo('int4', joined(joined(text('proof selector <'), typed), text('>')))
}

function typeOf(node: Node): Node {
  return {
    FuncCall: { funcname: [{ String: { sval: 'pg_typeof' } }], args: [node], funcformat: 'COERCE_EXPLICIT_CALL' },
  }
}

function castTo(type: string, arg: Node): Node {
  const names = type === 'int4' ? ['pg_catalog', 'int4'] : [type]
  return { TypeCast: { arg, typeName: { names: names.map(sval => ({ String: { sval } })), typemod: -1 } } }
}

/** Functions whose arguments, from this one on, say which part or how much of the others is meant. */
export const SELECTING: Record<string, number> = {
  ...{ left: 1, right: 1, substr: 1, substring: 1, overlay: 2, split_part: 2, nth_value: 1, lag: 1, lead: 1, ntile: 0 },
  ...{
    get_bit: 1,
    get_byte: 1,
    set_bit: 1,
    set_byte: 1,
    trim_array: 1,
    repeat: 1,
    lpad: 1,
    rpad: 1,
    trunc: 1,
    round: 1,
  },
  ...{
    jsonb_array_element: 1,
    jsonb_array_element_text: 1,
    json_array_element: 1,
    width_bucket: 0,
    generate_series: 0,
    chr: 0,
    div: 1,
    mod: 1,
  },
  ...{ jsonb_extract_path: 1, jsonb_extract_path_text: 1, json_extract_path: 1, json_extract_path_text: 1 },
}

function isSelector(path: NodePath, context: OperatorContext): boolean {
  const { node, parent, field } = path
  const { isBound, isDeciding } = context
  if (parent === undefined || isConstant(node) || !nodesIn(node).some(mayVary)) return false
  if ('A_Indices' in parent.node) return true
  // How many rows a query has on which something depends, and how many turns a loop has.
  if (isDeciding && (field === 'limitCount' || field === 'limitOffset')) return true
  if (isBound && lastName(as(parent.node, 'FuncCall')?.funcname) === 'proof_value') return true
  const { kind, name } = as(parent.node, 'A_Expr') ?? {}
  if (kind === 'AEXPR_OP') return field === 'rexpr' && /^[-#]>>?$/.test(lastName(name))
  const call = as(parent.node, 'FuncCall')
  const from = SELECTING[lastName(call?.funcname)]
  // What a selecting function chooses from is no choice.
  if (from === undefined) return isArgument(path, context)
  return field === 'args' && (call?.args ?? []).indexOf(node) >= from
}

const mayVary = (node: Node) =>
  ['ColumnRef', 'ParamRef', 'SubLink', 'FuncCall', 'SQLValueFunction'].some(one => one in node)
