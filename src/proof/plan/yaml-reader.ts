import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type YAMLMap,
} from 'yaml'
import { nearest } from '../../lib/nearest.ts'
import { printable } from '../../lib/printable.ts'
import type { Condition, Value } from './plan.ts'

export type Report = (line: number, message: string) => void

export interface Field {
  key: string
  line: number
  node: Node | null
}

/** Reads YAML node by node; whatever is not as wanted is reported with its line and then left out. */
export class YamlReader {
  readonly root: Node | null
  readonly #lines = new LineCounter()
  readonly #report: Report
  readonly #document: Document

  constructor(text: string, report: Report) {
    this.#report = report
    // `core` reads timestamps as text, and keeps what was written: an id such as 0123 or 1e5 must not become a number.
    const document = parseDocument(text, { lineCounter: this.#lines, schema: 'core', uniqueKeys: true })
    this.#document = document
    for (const error of document.errors) {
      report(this.#lines.linePos(error.pos[0]).line, `not YAML: ${printable(error.message.split('\n')[0] ?? '', 160)}`)
    }
    this.root = document.errors.length > 0 ? null : (document.contents as Node | null)
  }

  lineOf(node: Node | null | undefined): number {
    return node?.range ? this.#lines.linePos(node.range[0]).line : 1
  }

  error(node: Node | null | undefined, message: string): void {
    this.#report(this.lineOf(node), message)
  }

  fields(node: Node | null | undefined, what: string): Field[] {
    if (node === null || node === undefined) return []
    if (isScalar(node) && node.value === null) return []
    if (!isMap(node)) {
      this.error(node, `${what} is ${kindOf(node)}; name: value pairs were wanted.`)
      return []
    }
    return (node as YAMLMap<Node, Node>).items.map((pair: Pair<Node, Node | null>) => ({
      key: String(isScalar(pair.key) ? (pair.key.source ?? pair.key.value) : ''),
      line: this.lineOf(pair.key),
      node: this.#resolved(pair.value),
    }))
  }

  /** The fields by name; one that is not known is reported with the one that may have been meant. */
  known(
    node: Node | null | undefined,
    what: string,
    names: string[],
    /** Of names that belong elsewhere: where. */
    elsewhere: Record<string, string> = {},
  ): Map<string, Field> {
    const fields = this.fields(node, what)
    for (const { key, line } of fields) {
      if (names.includes(key)) continue
      const meant = nearest(key, names)
      const hint = elsewhere[key] ?? (meant ? `did you mean ${meant}? It` : 'it')
      const rest = key in elsewhere ? '' : ` may have ${names.join(', ')}`
      this.#report(line, `${what} has "${printable(key, 40)}"; ${hint}${rest}.`)
    }
    return new Map(fields.map(field => [field.key, field]))
  }

  items(node: Node | null | undefined): (Node | null)[] {
    return isSeq(node) ? (node.items as (Node | null)[]).map(item => this.#resolved(item)) : node ? [node] : []
  }

  /** What an alias (`*name`) stands for. */
  #resolved(node: Node | null): Node | null {
    return isAlias(node) ? (node.resolve(this.#document) ?? null) : node
  }

  /** A scalar as PostgreSQL would read it: what was written, or NULL. */
  value(node: Node | null | undefined, what: string): Value {
    if (node === null || node === undefined) return null
    if (isSeq(node)) return `{${node.items.map(item => this.value(item as Node, what) ?? 'NULL').join(',')}}`
    if (!isScalar(node)) {
      this.error(node, `${what} is ${kindOf(node)}; one value was wanted.`)
      return null
    }
    if (node.value === null) return null
    return node.source ?? String(node.value)
  }

  text(node: Node | null | undefined, what: string): string | undefined {
    const value = isScalar(node) ? this.value(node, what) : null
    if (value !== null && value.trim() !== '') return value
    this.error(node, `${what} is ${node ? kindOf(node) : 'empty'}; text was wanted.`)
    return undefined
  }

  condition(node: Node | null | undefined, what: string): Condition | undefined {
    const sql = this.text(node, what)
    return sql === undefined ? undefined : { sql, line: this.lineOf(node) }
  }

  count(node: Node | null | undefined, what: string): number | undefined {
    const value = this.value(node, what)
    if (value !== null && /^\d+$/.test(value)) return Number(value)
    this.error(node, `${what} is "${printable(value ?? 'empty', 40)}"; a whole number was wanted.`)
    return undefined
  }
}

function kindOf(node: Node): string {
  if (isMap(node)) return 'a map'
  if (isSeq(node)) return 'a list'
  return isScalar(node) && node.value === null ? 'empty' : 'a single value'
}
