// SQL that a function puts together at run time, as far as it stands there: the strings of a `||` chain, the text of a
// format(), or one string. What is filled in between is a hole.

import { as, lastName, type Node, type Path } from '../../sql/node.ts'
import { writeSql } from '../../sql/write-sql.ts'
import { type Site, sites } from '../tree/node-path.ts'

/** What is filled in: an operand of a chain, or a placeholder of format() as it is written back, `%1$I`. */
export interface Hole {
  fill: Node | string
  /** For people. */
  told: string
}

/** What stands there. */
export interface Text {
  text: string
  /** The byte at which its string begins, and the line breaks of that string before this text. */
  byte: number
  linesBefore: number
}

export interface Template {
  /** Where the chain, or the string, stands in the tree. */
  path: Path
  parts: (Text | Hole)[]
  /** The chain, or the string, with other texts between the holes. */
  write: (parts: (string | Hole)[]) => Node
}

/** The templates of a tree, in its order. */
export function templatesIn(tree: Node[]): Template[] {
  return [...sites(tree)].flatMap(site => templateAt(site) ?? [])
}

function templateAt({ node, parent, path }: Site): Template | undefined {
  const chain = operandsOf(node)
  if (chain.every(operand => stringOf(operand) === undefined)) return undefined
  if (parent !== undefined && operandsOf(parent.node).length > 1) return undefined
  const call = as(parent?.node, 'FuncCall')
  const isFormat = lastName(call?.funcname) === 'format' && call?.args?.[0] === node
  if (isFormat && call.func_variadic) return undefined
  const placeholders = isFormat ? placeholderReader(call.args?.slice(1) ?? []) : plainReader
  const parts: (Text | Hole)[] = []
  for (const operand of chain) {
    const string = stringOf(operand)
    const read = string === undefined ? [{ fill: operand, told: `{${writeSql(operand)}}` }] : placeholders(string)
    if (read === undefined) return undefined
    const byte = as(operand, 'A_Const')?.location ?? 0
    parts.push(...located(read, byte))
  }
  return { path, parts, write: written => chained(written, isFormat) }
}

function located(read: (string | Hole)[], byte: number): (Text | Hole)[] {
  let linesBefore = 0
  return read.map(part => {
    if (typeof part !== 'string') return part
    const text = { text: part, byte, linesBefore }
    linesBefore += part.split('\n').length - 1
    return text
  })
}

/** `a || b || c` as its operands; everything else is its only one. */
function operandsOf(node: Node): Node[] {
  const { kind, name, lexpr, rexpr } = as(node, 'A_Expr') ?? {}
  if (kind !== 'AEXPR_OP' || lastName(name) !== '||' || lexpr === undefined || rexpr === undefined) return [node]
  return [...operandsOf(lexpr), ...operandsOf(rexpr)]
}

function stringOf(node: Node): string | undefined {
  const constant = as(node, 'A_Const')
  return constant?.sval === undefined ? undefined : (constant.sval.sval ?? '')
}

type Reader = (text: string) => (string | Hole)[] | undefined

const PLACEHOLDER = /%(?:(\d+)\$)?([sIL])/

/** The text as it stands; a format that is filled in elsewhere is none. */
const plainReader: Reader = text => (PLACEHOLDER.test(text.replace(/'[^']*'/g, '')) ? undefined : [text])

/** The text of a format(): `%s` takes the argument after the last one that was taken. */
function placeholderReader(args: Node[]): Reader {
  let last = 0
  return text => {
    const parts: (string | Hole)[] = ['']
    // `%%` is a percent sign; widths are not understood.
    for (const piece of text.split(/(%(?:%|(?:\d+\$)?[sIL]))/)) {
      const [, number, kind] = PLACEHOLDER.exec(piece) ?? []
      if (piece !== '%%' && kind === undefined && piece.includes('%')) return undefined
      if (kind === undefined) {
        parts.push(`${parts.pop()}${piece === '%%' ? '%' : piece}`)
        continue
      }
      last = number === undefined ? last + 1 : Number(number)
      const arg = args[last - 1]
      if (arg === undefined) return undefined
      parts.push({ fill: `%${last}$${kind}`, told: `{${writeSql(arg)}}` }, '')
    }
    return parts
  }
}

function chained(parts: (string | Hole)[], isFormat: boolean): Node {
  const operands: Node[] = []
  let text = ''
  const close = () => {
    if (text !== '') operands.push({ A_Const: { sval: { sval: text } } })
    text = ''
  }
  for (const part of parts) {
    if (typeof part === 'string') text += isFormat ? part.replaceAll('%', '%%') : part
    else if (typeof part.fill === 'string') text += part.fill
    else {
      close()
      operands.push(part.fill)
    }
  }
  close()
  const name: Node[] = [{ String: { sval: '||' } }]
  const join = (lexpr: Node, rexpr: Node): Node => ({ A_Expr: { kind: 'AEXPR_OP', name, lexpr, rexpr } })
  return operands.length === 0 ? { A_Const: { sval: { sval: '' } } } : operands.reduce(join)
}
