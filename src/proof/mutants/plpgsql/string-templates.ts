// The SQL that a function puts together at run time, as far as its text shows it: the strings of a `||` chain, the first
// argument of format(), or one string. What is filled in between is a slot.

import { as, lastName, type Node } from '../../sql/node.ts'
import type { Keys } from '../../sql/walk-tree.ts'
import { writeSql } from '../../sql/write-sql.ts'
import { type NodePath, nodePaths } from '../tree/node-path.ts'

/** What is filled in: an operand of a chain, or a specifier of format() with its number, `%1$I`. */
export interface Slot {
  fill: Node | string
  /** For people: `{name}`. */
  label: string
}

export interface TextPart {
  text: string
  /** The byte at which the string of this text begins, and the line breaks of that string before this text. */
  byte: number
  linesBefore: number
}

export interface Template {
  /** The keys that lead to the chain, or to the string, in the tree. */
  keys: Keys
  parts: (TextPart | Slot)[]
  /** The strings of the tree that its texts come from. */
  strings: Node[]
  /** The chain, or the string, with other texts between the slots. */
  write: (parts: (string | Slot)[]) => Node
}

/** The templates of a tree, in its order. */
export function templatesIn(tree: Node[]): Template[] {
  return nodePaths(tree).flatMap(path => templateAt(path) ?? [])
}

function templateAt({ node, parent, keys }: NodePath): Template | undefined {
  const chain = operandsOf(node)
  if (chain.every(operand => stringOf(operand) === undefined)) return undefined
  if (parent !== undefined && operandsOf(parent.node).length > 1) return undefined
  const call = as(parent?.node, 'FuncCall')
  const isFormat = lastName(call?.funcname) === 'format' && call?.args?.[0] === node
  if (isFormat && call.func_variadic) return undefined
  const reader = isFormat ? formatReader(call.args?.slice(1) ?? []) : readPlain
  const parts: (TextPart | Slot)[] = []
  for (const operand of chain) {
    const string = stringOf(operand)
    const read = string === undefined ? [{ fill: operand, label: `{${writeSql(operand)}}` }] : reader(string)
    if (read === undefined) return undefined
    const byte = as(operand, 'A_Const')?.location ?? 0
    parts.push(...withPositions(read, byte))
  }
  const strings = chain.filter(operand => stringOf(operand) !== undefined)
  return { keys, parts: withQuotesInSlots(parts), strings, write: written => chainOf(written, isFormat) }
}

/**
 * The parts with the quotes around a slot, as in `ORDER BY "%s"`, as slots of their own: when SQL is written, quotes around a
 * placeholder go, and with them what they did to the slot.
 */
function withQuotesInSlots(parts: (TextPart | Slot)[]): (TextPart | Slot)[] {
  const found: (TextPart | Slot)[] = []
  let quotes = 0
  for (const part of parts) {
    const last = found.at(-1)
    const isOpen = quotes % 2 === 1
    if ('text' in part) {
      quotes += part.text.split('"').length - 1
      const [closing = ''] = (isOpen && last !== undefined && 'fill' in last && /^\w*"/.exec(part.text)) || []
      if (closing !== '') found.push({ fill: closing, label: closing })
      found.push({ ...part, text: part.text.slice(closing.length) })
      continue
    }
    const [opening = ''] = (isOpen && last !== undefined && 'text' in last && /"\w*$/.exec(last.text)) || []
    if (last !== undefined && 'text' in last && opening !== '') {
      found.splice(-1, 1, { ...last, text: last.text.slice(0, -opening.length) }, { fill: opening, label: opening })
    }
    found.push(part)
  }
  return found
}

function withPositions(parts: (string | Slot)[], byte: number): (TextPart | Slot)[] {
  let linesBefore = 0
  return parts.map(part => {
    if (typeof part !== 'string') return part
    const text = { text: part, byte, linesBefore }
    linesBefore += part.split('\n').length - 1
    return text
  })
}

/** The operands of `a || b || c`; every other node is its only operand. */
function operandsOf(node: Node): Node[] {
  const { kind, name, lexpr, rexpr } = as(node, 'A_Expr') ?? {}
  if (kind !== 'AEXPR_OP' || lastName(name) !== '||' || lexpr === undefined || rexpr === undefined) return [node]
  return [...operandsOf(lexpr), ...operandsOf(rexpr)]
}

function stringOf(node: Node): string | undefined {
  const constant = as(node, 'A_Const')
  return constant?.sval === undefined ? undefined : (constant.sval.sval ?? '')
}

type Reader = (text: string) => (string | Slot)[] | undefined

/** With a number, and a width: `%1$-10s`. */
const SPECIFIER = /%(?:(\d+)\$)?(-?\d*)([sIL])/

/** The text of a string; undefined for one with specifiers, which a format() elsewhere fills in. */
const readPlain: Reader = text => (SPECIFIER.test(text.replace(/'[^']*'/g, '')) ? undefined : [text])

/** Reads the text of a format(). `%s` takes the argument after the one that was taken last. */
function formatReader(args: Node[]): Reader {
  let last = 0
  return text => {
    const read: (string | Slot)[] = ['']
    // `%%` is a percent sign. A width that is an argument, as in `%*s`, is not understood: the text is then no template.
    for (const token of text.split(/(%(?:%|(?:\d+\$)?-?\d*[sIL]))/)) {
      const [, number, width = '', kind] = SPECIFIER.exec(token) ?? []
      if (token !== '%%' && kind === undefined && token.includes('%')) return undefined
      if (kind === undefined) {
        read.push(`${read.pop()}${token === '%%' ? '%' : token}`)
        continue
      }
      last = number === undefined ? last + 1 : Number(number)
      const arg = args[last - 1]
      if (arg === undefined) return undefined
      read.push({ fill: `%${last}$${width}${kind}`, label: `{${writeSql(arg)}}` }, '')
    }
    return read
  }
}

/** Texts and slots as a chain of `||`; a text of format() has its specifiers in it. */
function chainOf(parts: (string | Slot)[], isFormat: boolean): Node {
  const operands: Node[] = []
  let text = ''
  const endText = () => {
    if (text !== '') operands.push({ A_Const: { sval: { sval: text } } })
    text = ''
  }
  for (const part of parts) {
    if (typeof part === 'string') text += isFormat ? part.replaceAll('%', '%%') : part
    else if (typeof part.fill === 'string') text += part.fill
    else {
      endText()
      operands.push(part.fill)
    }
  }
  endText()
  const name: Node[] = [{ String: { sval: '||' } }]
  const join = (lexpr: Node, rexpr: Node): Node => ({ A_Expr: { kind: 'AEXPR_OP', name, lexpr, rexpr } })
  return operands.length === 0 ? { A_Const: { sval: { sval: '' } } } : operands.reduce(join)
}
