// What a parameter may be written as: `docs.id`, `"docs.id[]"`, `int`, `[null, 1, users.age]`, or a map with type, values,
// limit and payloads.

import { printable } from '../../lib/text/printable.ts'
import type { ParameterPlan } from './plan.ts'
import { entriesOf, itemsOf, Scalar, type Tree, valueAt } from './schema/yaml-tree.ts'
import { toValue } from './to-value.ts'

const PLAIN_TYPE =
  /^((small|big)?int|integer|text|uuid|bool|boolean|date|timestamptz|timestamp|time|interval|numeric|jsonb?|citext)(\[\])?$/
const COLUMN = /^[a-z_]\w*\.[a-z_]\w*$/i
const NOTHING = /^(true|false|null|~)$/i

export function readParameter(name: string, line: number, written: Tree): ParameterPlan {
  const parameter: ParameterPlan = { name, line, columns: [], values: [], isLimit: false }
  const type = plainWord(written) ?? textAt(written, 'type')
  if (type !== undefined) parameter.type = type
  for (const source of sourcesOf(written)) {
    const value = toValue(source)
    if (isColumn(source)) parameter.columns.push(value ?? '')
    else if (isListOfColumn(value)) {
      parameter.columns.push(value.slice(0, -2))
      parameter.isList = true
    } else parameter.values.push(value)
  }
  parameter.isLimit = textAt(written, 'limit') === 'true'
  const payloads = ['payload', 'payloads'].map(key => valueAt(written, key)).filter(one => one !== undefined)
  if (payloads.length > 0) {
    const texts = payloads.flatMap(itemsOf<Tree>).flatMap(item => (item instanceof Scalar ? (item.text ?? []) : []))
    parameter.payloads = texts.filter(text => !NOTHING.test(text))
    parameter.type ??= 'text'
  }
  if (parameter.type === undefined && parameter.columns.length === 0) {
    const guessed = typeOfValues(parameter.values.filter(value => value !== null))
    if (guessed !== undefined) parameter.type = guessed
  }
  return parameter
}

/** What is wrong with a parameter though its form is right: it must be clear what is sent. */
export function parameterProblem(written: Tree): string | undefined {
  const word = bareWord(written)
  // It may be a table whose column was forgotten: then no value would be tried.
  if (word !== undefined && !PLAIN_TYPE.test(word) && !NOTHING.test(word)) {
    const shown = printable(word, 40)
    return `is "${shown}"; write table.column to try the values of a column, [${shown}] for a fixed value, or {type: ${shown}}`
  }
  const has = (key: string) => valueAt(written, key) !== undefined
  if (plainWord(written) !== undefined || has('type') || has('payload') || has('payloads')) return undefined
  if (sourcesOf(written).some(source => Array.isArray(source) || (source as Scalar).text !== null)) return undefined
  return 'has no type; name a column whose values are tried (table.column), or write {type: text, values: [a, b]}'
}

/** What stands without quotes and looks like a name. */
function bareWord(written: Tree): string | undefined {
  if (!(written instanceof Scalar) || !written.isPlain) return undefined
  const { text } = written
  return text !== null && (/^[a-z_]\w*$/i.test(text) || PLAIN_TYPE.test(text)) ? text : undefined
}

/** The name of a type that stands for itself, as in `size: int`. */
function plainWord(written: Tree): string | undefined {
  const word = bareWord(written)
  return word !== undefined && PLAIN_TYPE.test(word) ? word : undefined
}

/** Columns and values, from wherever they stand. */
function sourcesOf(written: Tree): Tree[] {
  if (plainWord(written) !== undefined) return []
  if (entriesOf(written).length === 0)
    return itemsOf(written).filter(one => one instanceof Scalar || Array.isArray(one))
  return ['value', 'values'].flatMap(key => itemsOf<Tree>(valueAt(written, key)))
}

/** Quotes make a value of it. */
function isColumn(source: Tree): boolean {
  return source instanceof Scalar && source.isPlain && COLUMN.test(source.text ?? '')
}

/** `docs.id[]`: inside of braces YAML takes the brackets in quotes alone. */
function isListOfColumn(value: string | null): value is string {
  return value?.endsWith('[]') === true && COLUMN.test(value.slice(0, -2))
}

function textAt(written: Tree, key: string): string | undefined {
  const found = valueAt(written, key)
  return found instanceof Scalar ? (found.text ?? undefined) : undefined
}

/** What can be nothing else by its looks needs no type beside it. Other text may be an enum's: the schema knows. */
function typeOfValues(given: string[]): string | undefined {
  if (given.length === 0) return undefined
  if (given.every(value => /^\{[^{}"]*\}$/.test(value))) {
    const elements = given.flatMap(value => value.slice(1, -1).split(',')).filter(one => one !== '' && one !== 'NULL')
    const type = typeOfValues(elements)
    return type && `${type}[]`
  }
  return TYPES_BY_LOOKS.find(([, looks]) => given.every(value => looks.test(value)))?.[0]
}

const TYPES_BY_LOOKS: [string, RegExp][] = [
  ['int', /^-?\d{1,9}$/],
  ['numeric', /^-?\d+(\.\d+)?$/],
  ['boolean', /^(true|false)$/],
  ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ['timestamptz', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/],
  ['date', /^\d{4}-\d\d-\d\d$/],
]
