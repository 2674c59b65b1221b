// YAML as maps, lists and scalars that know their lines. A scalar keeps what was written: an id such as 0123 or 1e5, or a
// timestamp, must reach PostgreSQL as it stands in the file.

import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { printable } from '../../../lib/text/printable.ts'

/** A mistake in a YAML file; its line counts from 1. */
export interface Mistake {
  line: number
  message: string
}

export class Scalar {
  /** As written, without quotes; null for NULL and for nothing. */
  readonly text: string | null
  /** What YAML makes of it. */
  readonly value: unknown
  /** Written without quotes. */
  readonly isPlain: boolean
  readonly line: number

  constructor(text: string | null, value: unknown, isPlain: boolean, line: number) {
    this.text = text
    this.value = value
    this.isPlain = isPlain
    this.line = line
  }
}

/** What an alias (`*name`) stands for is the very same object in each place. */
export type Tree = Scalar | Tree[] | { [key: string]: Tree }

interface Position {
  line: number
  keys: Map<string, number>
}

/** Where maps and lists stand. A schema must not meet these among their keys. */
const positions = new WeakMap<object, Position>()

/** The line on which a part of the file begins. */
export function lineOf(tree: object | undefined): number {
  if (tree instanceof Scalar) return tree.line
  return (tree && positions.get(tree)?.line) ?? 1
}

/** The line of a key of this map. */
export function lineOfKey(map: object, key: string): number {
  return positions.get(map)?.keys.get(key) ?? lineOf(map)
}

/** The keys and values of a map; of anything else none. */
export function entriesOf(tree: Tree | undefined): [string, Tree][] {
  return tree === undefined || tree instanceof Scalar || Array.isArray(tree) ? [] : Object.entries(tree)
}

/** The value of a key, where this is a map that has it. */
export function valueAt(tree: Tree | undefined, key: string): Tree | undefined {
  return entriesOf(tree).find(([name]) => name === key)?.[1]
}

/** The items of a list; what is no list is a list of one. */
export function itemsOf<T>(tree: T | T[] | undefined): T[] {
  if (tree === undefined) return []
  return Array.isArray(tree) ? tree : [tree]
}

/** Reads YAML. The tree is absent where the file is empty or is not YAML; the mistakes say why. */
export function readYaml(text: string): { tree?: Tree; mistakes: Mistake[] } {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, schema: 'core', uniqueKeys: true })
  const [error] = document.errors
  // Only the first error is told: a wrong indent or a brace that is not closed makes errors of the lines that follow.
  if (error) return { mistakes: [{ line: lines.linePos(error.pos[0]).line, message: notYaml(error.message) }] }
  if (document.contents === null) return { mistakes: [] }
  const builder = new TreeBuilder(lines)
  const tree = builder.build(document.contents, 1)
  return builder.mistakes.length > 0 ? { mistakes: builder.mistakes } : { tree, mistakes: [] }
}

/** The library's message without its last words, such as `at line 55, column 14:`, and without the lines that it quotes. */
function notYaml(message: string): string {
  const [first = ''] = message.split('\n')
  return `not YAML: ${printable(first.replace(/ at line \d+, column \d+:?$/, ''), 160)}.`
}

class TreeBuilder {
  readonly #lines: LineCounter
  /** By name, what `&name` stands before, as far as the file was read. While that is being built, it is undefined. */
  readonly #anchors = new Map<string, Tree | undefined>()
  readonly mistakes: Mistake[] = []

  constructor(lines: LineCounter) {
    this.#lines = lines
  }

  build(written: unknown, lineOfNothing: number): Tree {
    if (isAlias(written)) return this.#resolve(written.source, lineOfNothing)
    const node = written as Node | null
    if (!node) return new Scalar(null, null, true, lineOfNothing)
    const { anchor } = node as { anchor?: string }
    if (anchor === undefined) return this.#buildNode(node)
    this.#anchors.set(anchor, undefined)
    const built = this.#buildNode(node)
    this.#anchors.set(anchor, built)
    return built
  }

  /** The library's own way goes through the whole file for each alias. */
  #resolve(name: string, line: number): Tree {
    const known = this.#anchors.get(name)
    if (known) return known
    const message = this.#anchors.has(name)
      ? `*${name} stands within what it names; write it out.`
      : `*${name} stands for nothing; no &${name} comes before it.`
    this.mistakes.push({ line, message })
    return new Scalar(null, null, true, line)
  }

  #buildNode(node: Node): Tree {
    const line = this.#lineOf(node)
    if (isMap(node)) return this.#buildMap(node.items, line)
    if (isSeq(node)) {
      const list = node.items.map(item => this.build(item, line))
      positions.set(list, { line, keys: new Map() })
      return list
    }
    if (!isScalar(node)) return new Scalar(null, null, true, line)
    const isPlain = node.type === 'PLAIN' || node.type === undefined
    return new Scalar(node.value === null ? null : (node.source ?? String(node.value)), node.value, isPlain, line)
  }

  #buildMap(pairs: { key: unknown; value: unknown }[], line: number): Tree {
    const keys = new Map<string, number>()
    const entries = pairs.map(({ key, value }): [string, Tree] => {
      const name = isScalar(key) ? (key.source ?? String(key.value)) : ''
      const at = this.#lineOf(key as Node | null)
      // Objects take this name for something else, and a schema does not look at it.
      if (name === '__proto__')
        this.mistakes.push({ line: at, message: 'a key is "__proto__"; another name was wanted.' })
      keys.set(name, at)
      return [name, this.build(value, at)]
    })
    const map = Object.fromEntries(entries)
    positions.set(map, { line, keys })
    return map
  }

  #lineOf(node: Node | null): number {
    return node?.range ? this.#lines.linePos(node.range[0]).line : 1
  }
}
