import { isMap, type Node } from 'yaml'
import { printable } from '../../lib/printable.ts'
import { readQuery, readValues } from './parse-query.ts'
import type { Condition, Example, Operation, ProofPlan, Requirement, RowRule, RulePlan, Value } from './plan.ts'
import { type Field, YamlReader } from './yaml-reader.ts'

const OPERATIONS: Operation[] = ['insert', 'update', 'delete']
const RULE_FIELDS = [
  'category',
  'within',
  'rows',
  'columns',
  'changes',
  'requires',
  'max_rows',
  'flood',
  'injection',
  'example',
]

const SAYS = ['rows', 'columns', 'changes', 'requires', 'max_rows', 'injection']

export interface Remark {
  line: number
  message: string
}

/** Reads a proof.yaml. The plan is absent when something in it could not be understood. */
export function parseProof(
  text: string,
  /** The seeds that lie beside it, for where it names none. */
  beside: string[] = ['seed.sql'],
): { plan?: ProofPlan; remarks: Remark[] } {
  const remarks: Remark[] = []
  const yaml = new YamlReader(text, (line, message) => remarks.push({ line, message }))
  if (yaml.root === null && remarks.length === 0) {
    remarks.push({ line: 1, message: 'an empty file; context, actors, rules and queries were wanted.' })
  }
  const top = yaml.known(yaml.root, 'proof.yaml', ['context', 'actors', 'rules', 'queries', 'seeds'])
  for (const name of yaml.root === null ? [] : ['context', 'actors', 'rules', 'queries']) {
    if (!top.has(name)) remarks.push({ line: 1, message: `no "${name}"; it was wanted.` })
  }
  const { context, defaults } = readContext(yaml, top.get('context'))
  const plan: ProofPlan = {
    context,
    actors: readActors(yaml, top.get('actors'), context, defaults),
    rules: yaml.fields(top.get('rules')?.node, 'rules').map(field => readRule(yaml, field)),
    queries: yaml.fields(top.get('queries')?.node, 'queries').map(field => readQuery(yaml, field, context)),
    seeds: top.has('seeds')
      ? yaml.items(top.get('seeds')?.node).flatMap(node => yaml.text(node, 'a seed') ?? [])
      : beside,
  }
  checkNames(plan, remarks)
  remarks.sort((a, b) => a.line - b.line)
  return remarks.length > 0 ? { remarks } : { plan, remarks }
}

/** `org_id: uuid`, or `now: {type: timestamptz, value: …}` where all actors share it. */
function readContext(yaml: YamlReader, field: Field | undefined) {
  const context: Record<string, string> = {}
  const defaults: Record<string, Value> = {}
  for (const { key, node } of yaml.fields(field?.node, 'context')) {
    if (isMap(node)) {
      const parts = yaml.known(node, `context.${key}`, ['type', 'value'])
      context[key] = yaml.text(parts.get('type')?.node, `context.${key}.type`) ?? 'text'
      if (parts.has('value')) defaults[key] = yaml.value(parts.get('value')?.node, `context.${key}.value`)
    } else context[key] = yaml.text(node, `context.${key}`) ?? 'text'
  }
  return { context, defaults }
}

function readActors(
  yaml: YamlReader,
  field: Field | undefined,
  context: Record<string, string>,
  defaults: Record<string, Value>,
): ProofPlan['actors'] {
  const actors: ProofPlan['actors'] = {}
  for (const { key, node } of yaml.fields(field?.node, 'actors')) {
    const given = yaml.known(node, `actor ${key}`, Object.keys(context))
    const values: Record<string, Value> = {}
    for (const name of Object.keys(context)) {
      if (given.has(name)) values[name] = yaml.value(given.get(name)?.node, `${key}.${name}`)
      else if (name in defaults) values[name] = defaults[name] ?? null
      else yaml.error(node, `actor ${key} has no ${name}; every trusted parameter needs a value.`)
    }
    actors[key] = values
  }
  return actors
}

function readRule(yaml: YamlReader, { key: id, line, node }: Field): RulePlan {
  const fields = yaml.known(node, id, RULE_FIELDS, { once: `write once: ${id} in the queries that it speaks of` })
  const at = (name: string) => fields.get(name)?.node
  const rule: RulePlan = {
    id,
    line,
    category: fields.has('category') ? (yaml.text(at('category'), `${id}.category`) ?? '') : '',
    rows: {},
    columns: {},
    changes: {},
    requires: yaml.items(at('requires')).flatMap(item => readRequirement(yaml, id, item)),
    flood: {},
    isInjection: fields.has('injection'),
  }
  rule.isInjection ||= rule.category === 'sql-injection' && !SAYS.some(name => fields.has(name))
  if (fields.has('within')) rule.within = yaml.text(at('within'), `${id}.within`) ?? ''
  for (const field of yaml.fields(at('rows'), `${id}.rows`)) {
    const read = readRowRule(yaml, `${id}.rows.${field.key}`, field)
    if (read) rule.rows[field.key] = read
  }
  for (const field of yaml.fields(at('columns'), `${id}.columns`)) {
    if (!/^\w+\.\w+$/.test(field.key)) yaml.error(field.node, `"${printable(field.key, 40)}": table.column was wanted.`)
    const condition = yaml.condition(field.node, `${id}.columns.${field.key}`)
    if (condition) rule.columns[field.key] = condition
  }
  for (const field of yaml.fields(at('changes'), `${id}.changes`)) {
    rule.changes[field.key] = readChanges(yaml, `${id}.changes.${field.key}`, field)
  }
  if (fields.has('max_rows')) rule.maxRows = yaml.count(at('max_rows'), `${id}.max_rows`) ?? 0
  for (const field of yaml.fields(at('flood'), `${id}.flood`)) {
    rule.flood[field.key] = yaml.items(field.node).flatMap(item => yaml.text(item, `${id}.flood.${field.key}`) ?? [])
  }
  const example = fields.has('example') ? readExample(yaml, id, at('example')) : undefined
  if (example) rule.example = example
  // A rule may also be broken by who calls (`callers`) or by calling twice (`once`): the queries say that.
  if (fields.size === 0) {
    const inQuery = `callers: {${id}: [role]} or once: ${id} in a query, and its category here`
    yaml.error(node, `${id} says nothing; one of ${SAYS.join(', ')} was wanted, or ${inQuery}.`)
  }
  return rule
}

function readRowRule(yaml: YamlReader, what: string, { node }: Field): RowRule | undefined {
  if (!isMap(node)) {
    const condition = yaml.condition(node, what)
    return condition ? { condition } : undefined
  }
  const fields = yaml.known(node, what, ['where', 'via', 'may_change'])
  const rule: RowRule = {}
  const where = fields.has('where') && yaml.condition(fields.get('where')?.node, `${what}.where`)
  if (where) rule.condition = where
  const via = fields.get('via')
  const columns = yaml.items(via?.node).flatMap(item => yaml.text(item, `${what}.via`) ?? [])
  if (via && columns.length > 0) rule.via = { columns, line: yaml.lineOf(via.node) }
  const mayChange = fields.has('may_change') && yaml.condition(fields.get('may_change')?.node, `${what}.may_change`)
  if (mayChange) rule.mayChange = mayChange
  if (!where && !via) yaml.error(node, `${what} has neither where nor via; one was wanted.`)
  return rule
}

/** A single condition stands for inserts, updates and deletes alike. */
function readChanges(yaml: YamlReader, what: string, { node }: Field): Partial<Record<Operation, Condition>> {
  if (!isMap(node)) {
    const condition = yaml.condition(node, what)
    return condition ? Object.fromEntries(OPERATIONS.map(operation => [operation, condition])) : {}
  }
  const fields = yaml.known(node, what, OPERATIONS)
  return Object.fromEntries(
    OPERATIONS.flatMap(operation => {
      const condition = fields.has(operation) && yaml.condition(fields.get(operation)?.node, `${what}.${operation}`)
      return condition ? [[operation, condition]] : []
    }),
  )
}

function readRequirement(yaml: YamlReader, id: string, node: Node | null): Requirement[] {
  const what = `${id}.requires`
  const wanted = ['table', 'on', 'inserts', 'where']
  const missing = wanted.filter(name => !isMap(node) || !node.has(name))
  if (missing.length > 0) {
    const example =
      '{table: files, on: update, inserts: file_log, where: inserted.file_id = new.id}, with when: old.state <> new.state for some changes alone, with "on: return" and files.id for a row that is returned'
    yaml.error(node, `${what} has no ${missing.join(', ')}; write it as ${example}, or a list of such.`)
    return []
  }
  const fields = yaml.known(node, what, [...wanted, 'when', 'times'])
  const table = yaml.text(fields.get('table')?.node, `${what}.table`)
  const on = yaml.text(fields.get('on')?.node, `${what}.on`) ?? ''
  const inserts = yaml.text(fields.get('inserts')?.node, `${what}.inserts`)
  const where = yaml.condition(fields.get('where')?.node, `${what}.where`)
  if (![...OPERATIONS, 'return'].includes(on)) {
    yaml.error(node, `${what}.on is "${printable(on, 40)}"; insert, update, delete or return was wanted.`)
    return []
  }
  if (!table || !inserts || !where) return []
  const when = fields.has('when') && yaml.condition(fields.get('when')?.node, `${what}.when`)
  const times = fields.has('times') ? yaml.count(fields.get('times')?.node, `${what}.times`) : undefined
  return [
    {
      table,
      on: on as Requirement['on'],
      inserts,
      where,
      line: yaml.lineOf(node),
      ...(when ? { when } : {}),
      ...(times === undefined ? {} : { times }),
    },
  ]
}

function readExample(yaml: YamlReader, id: string, node: Node | null | undefined): Example | undefined {
  const fields = yaml.known(node, `${id}.example`, ['as', 'allowed', 'forbidden', 'with'])
  const as = yaml.text(fields.get('as')?.node, `${id}.example.as`)
  const allowed = yaml.condition(fields.get('allowed')?.node, `${id}.example.allowed`)
  const forbidden = yaml.condition(fields.get('forbidden')?.node, `${id}.example.forbidden`)
  if (!as || !allowed || !forbidden) return undefined
  return { as, allowed, forbidden, parameters: readValues(yaml, fields.get('with')?.node, `${id}.example.with`) }
}

/** Names that point at other parts of the file. */
function checkNames(plan: ProofPlan, remarks: Remark[]): void {
  const error = (line: number, message: string) => remarks.push({ line, message })
  const rules = new Set(plan.rules.map(({ id }) => id))
  const isActor = (name: string) => name in plan.actors
  for (const { id, line, within, example } of plan.rules) {
    if (within !== undefined && (!rules.has(within) || within === id)) {
      error(line, `${id} is within "${printable(within, 40)}"; the id of another rule was wanted.`)
    }
    if (example && !isActor(example.as)) error(line, `the example of ${id} is by "${example.as}", who is no actor.`)
  }
  for (const query of plan.queries) {
    const parameters = new Set(query.parameters.map(({ name }) => name))
    for (const { as, line, parameters: given, seed } of query.works) {
      if (as !== '' && !isActor(as)) error(line, `${query.name} works as "${printable(as, 40)}", who is no actor.`)
      for (const name of Object.keys(given)) {
        if (!parameters.has(name)) error(line, `${query.name} has no parameter "${printable(name, 40)}".`)
      }
      if (seed !== undefined && !plan.seeds.includes(seed))
        error(line, `"${printable(seed, 40)}" is not among the seeds.`)
    }
    for (const id of [...Object.keys(query.callers), ...(query.once === undefined ? [] : [query.once])]) {
      if (!rules.has(id)) error(query.line, `${query.name} names ${printable(id, 40)}, which is not among the rules.`)
    }
  }
}
