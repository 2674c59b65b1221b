// The part of proof.yaml that speaks of one query.

import { isMap, isScalar, isSeq, type Node } from 'yaml'
import { printable } from '../../lib/printable.ts'
import type { EquivalentMutant, ParameterPlan, ProofPlan, QueryPlan, Value, WorkingCall } from './plan.ts'
import type { Field, YamlReader } from './yaml-reader.ts'

const QUERY_FIELDS = ['parameters', 'works', 'key', 'aggregate', 'callers', 'max_rows', 'once', 'call', 'equivalent']

export function readQuery(
  yaml: YamlReader,
  { key: name, line, node }: Field,
  context: ProofPlan['context'],
): QueryPlan {
  const fields = yaml.known(node, name, QUERY_FIELDS, {
    function: 'write how it is called, as call: select * from search(:user_id, :term)',
  })
  const at = (field: string) => fields.get(field)?.node
  const parameters = yaml.fields(at('parameters'), `${name}.parameters`)
  const query: QueryPlan = {
    name,
    line,
    parameters: parameters.filter(({ key }) => !(key in context)).map(field => readParameter(yaml, name, field)),
    order: parameters.map(({ key }) => key),
    works: yaml.items(at('works')).map(item => readWorkingCall(yaml, name, item)),
    key: fields.has('key') ? (yaml.text(at('key'), `${name}.key`) ?? 'id') : 'id',
    isAggregate: fields.has('aggregate') && yaml.value(at('aggregate'), `${name}.aggregate`) !== 'false',
    callers: {},
    equivalent: yaml.items(at('equivalent')).flatMap(item => readEquivalent(yaml, name, item)),
  }
  for (const parameter of query.parameters) {
    const isListed = (item: Node | null) => isMap(item) && isSeq(item.getIn(['with', parameter.name], true))
    if (parameter.columns.length > 0 && yaml.items(at('works')).some(isListed)) parameter.isList = true
  }
  // A list says whose job it is and no more: all others attack, but no rule is named that they would break.
  for (const field of isSeq(at('callers')) ? [] : yaml.fields(at('callers'), `${name}.callers`)) {
    query.callers[field.key] = yaml.items(field.node).flatMap(item => yaml.text(item, `${name}.callers`) ?? [])
  }
  if (fields.has('max_rows')) query.maxRows = readLimit(yaml, `${name}.max_rows`, at('max_rows'))
  if (fields.has('once')) query.once = yaml.text(at('once'), `${name}.once`) ?? ''
  if (fields.has('call')) query.call = yaml.text(at('call'), `${name}.call`) ?? ''
  if (query.works.length === 0) yaml.error(node, `${name} has no "works"; a call in which it does its job was wanted.`)
  return query
}

function readLimit(yaml: YamlReader, what: string, node: Node | null | undefined): number | null {
  const limit = isScalar(node) ? yaml.value(node, what) : null
  if (limit !== null && /^(none|\d+)$/.test(limit)) return limit === 'none' ? null : Number(limit)
  yaml.error(
    node,
    `${what}: a whole number or none was wanted; the tables to fill stand in the rule, as flood: {table: [unique columns]}.`,
  )
  return null
}

/** `po_id: purchase_orders.id`, `ids: "users.id[]"`, `[null, 1, users.age]`, `size: int`, or a map with type, values, limit and payloads. */
function readParameter(yaml: YamlReader, query: string, { key: name, line, node }: Field): ParameterPlan {
  const what = `${query}.parameters.${name}`
  const parameter: ParameterPlan = { name, line, columns: [], values: [], isLimit: false }
  const take = (sources: Node | null | undefined) => {
    for (const item of yaml.items(sources)) {
      const value = yaml.value(item, what)
      const isPlain = isScalar(item) && (item.type === 'PLAIN' || item.type === undefined)
      if (value !== null && isPlain && /^[a-z_]\w*\.[a-z_]\w*$/i.test(value)) parameter.columns.push(value)
      // In a flow map YAML takes the brackets in quotes alone.
      else if (value !== null && /^[a-z_]\w*\.[a-z_]\w*\[\]$/i.test(value)) {
        parameter.columns.push(value.slice(0, -2))
        parameter.isList = true
      } else parameter.values.push(value)
    }
  }
  const word = isScalar(node) && node.type === 'PLAIN' ? String(node.value) : ''
  if (PLAIN_TYPE.test(word)) parameter.type = word
  else if (/^[a-z_]\w*$/i.test(word) && node !== null && !isNothing(word)) {
    // It may be a table whose column was forgotten: then nothing would be swept.
    yaml.error(
      node,
      `${what} is "${printable(word, 40)}"; write table.column for a column to sweep, [${printable(word, 40)}] for a fixed value, or {type: ${printable(word, 40)}}.`,
    )
    return parameter
  } else if (!isMap(node)) take(node)
  else {
    const fields = yaml.known(node, what, ['type', 'value', 'values', 'limit', 'payload', 'payloads'])
    if (fields.has('type')) parameter.type = yaml.text(fields.get('type')?.node, `${what}.type`) ?? 'text'
    for (const name of ['value', 'values']) take(fields.get(name)?.node)
    parameter.isLimit = fields.has('limit') && yaml.value(fields.get('limit')?.node, `${what}.limit`) !== 'false'
    for (const name of ['payload', 'payloads'].filter(one => fields.has(one))) {
      const texts = yaml.items(fields.get(name)?.node).flatMap(item => yaml.value(item, `${what}.${name}`) ?? [])
      parameter.payloads = [...(parameter.payloads ?? []), ...texts.filter(text => !isNothing(text))]
      parameter.type ??= 'text'
    }
  }
  if (parameter.type === undefined && parameter.columns.length === 0) {
    const given = parameter.values.filter(value => value !== null)
    const type = typeOfValues(given)
    if (type !== undefined) parameter.type = type
    else if (given.length === 0)
      yaml.error(
        node,
        `${what} has no type; name a column to sweep (table.column), or write {type: text, values: [a, b]}.`,
      )
  }
  return parameter
}

const PLAIN_TYPE =
  /^(small|big)?int$|^(integer|text|uuid|bool|boolean|date|timestamptz|timestamp|time|interval|numeric|jsonb?|citext)(\[\])?$/

function isNothing(word: string): boolean {
  return /^(true|false|null|~)$/i.test(word)
}

/** What can be nothing else by its looks needs no type beside it. Other text may be an enum's: the schema knows. */
function typeOfValues(given: string[]): string | undefined {
  if (given.length === 0) return undefined
  if (given.every(value => /^\{[^{}"]*\}$/.test(value))) {
    const elements = given.flatMap(value => value.slice(1, -1).split(',')).filter(one => one !== '' && one !== 'NULL')
    const type = typeOfValues(elements)
    return type && `${type}[]`
  }
  if (given.every(value => /^-?\d{1,9}$/.test(value))) return 'int'
  if (given.every(value => /^-?\d+(\.\d+)?$/.test(value))) return 'numeric'
  if (given.every(value => /^(true|false)$/.test(value))) return 'boolean'
  if (given.every(value => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value))) return 'uuid'
  if (given.every(value => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value))) return 'timestamptz'
  if (given.every(value => /^\d{4}-\d\d-\d\d$/.test(value))) return 'date'
  return undefined
}

/** A mutant that no data can tell from its origin, as `--mutants` prints it, and why. */
function readEquivalent(yaml: YamlReader, query: string, node: Node | null): EquivalentMutant[] {
  const what = `${query}.equivalent`
  const fields = yaml.known(node, what, ['mutant', 'reason', 'case'])
  const mutant = yaml.text(fields.get('mutant')?.node, `${what}.mutant`)
  const reason = yaml.text(fields.get('reason')?.node, `${what}.reason`)
  if (!mutant || !reason) return []
  const casePath = fields.has('case') ? yaml.text(fields.get('case')?.node, `${what}.case`) : undefined
  return [{ mutant, reason, line: yaml.lineOf(node), ...(casePath ? { casePath } : {}) }]
}

function readWorkingCall(yaml: YamlReader, query: string, node: Node | null): WorkingCall {
  const what = `${query}.works`
  const fields = yaml.known(node, what, ['as', 'with', 'gives', 'changes', 'seed'])
  const call: WorkingCall = {
    line: yaml.lineOf(node),
    as: yaml.text(fields.get('as')?.node, `${what}.as`) ?? '',
    parameters: readValues(yaml, fields.get('with')?.node, `${what}.with`),
    changes: {},
  }
  const gives = fields.get('gives')?.node
  if (isScalar(gives) && /^\s*(select|with|values)\b/i.test(String(gives.value))) {
    const condition = yaml.condition(gives, `${what}.gives`)
    if (condition) call.gives = condition
  } else if (fields.has('gives')) call.gives = yaml.items(gives).map(item => yaml.value(item, `${what}.gives`))
  for (const field of yaml.fields(fields.get('changes')?.node, `${what}.changes`)) {
    call.changes[field.key] = isSeq(field.node)
      ? yaml.items(field.node).map(item => yaml.value(item, what))
      : (yaml.count(field.node, `${what}.changes.${field.key}`) ?? 0)
  }
  if (fields.has('seed')) call.seed = yaml.text(fields.get('seed')?.node, `${what}.seed`) ?? ''
  if (!fields.has('changes')) call[fields.has('gives') ? 'saysKeysAlone' : 'saysNothing'] = true
  return call
}

export function readValues(yaml: YamlReader, node: Node | null | undefined, what: string): Record<string, Value> {
  return Object.fromEntries(yaml.fields(node, what).map(field => [field.key, yaml.value(field.node, what)]))
}
