// The calls that a case is tried with: one parameter at a time around each call that works, rows of one table together, pairs of ids,
// and what the client chooses from a list with each of these.

import { columnOf, typeOf } from '../database/parameter-types.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { ParameterPlan, QueryPlan, Value } from '../plan/plan.ts'
import { identifier } from '../sql/sql-text.ts'
import { hiddenValues } from './hidden-values.ts'
import { carriers, type HostileParameter, hostileParameters, isText, mayCarry } from './hostile-text.ts'
import { mixedCalls } from './mixed-lists.ts'
import type { Parameters } from './parameters.ts'

export interface CallPlan {
  /** As they stand in `works`. */
  base: Parameters[]
  /**
   * The calls of one actor: all of `works` as they stand, whoever they are meant for, and one parameter at a time varied
   * around the actor's own; around the first, where they have none. A call that leaks when it is varied leaks to those
   * whose call it is, too.
   */
  callsOf(actor: string): Parameters[]
  /** The parameters that hostile text is sent in. */
  hostile: HostileParameter[]
}

/** Page sizes to try. How many rows may come is looked at in the flood, with sizes that make no sense. */
const LIMITS: Value[] = [null, '1']
/** Texts that match everything where a pattern, or nothing at all, is taken for a value. */
const WIDE_TEXTS: Value[] = ['', '%']
/** Types of which a client does not choose one of a few. */
const MEASURES = /int|numeric|real|double|money|date|time|interval|uuid|json|range|\[\]$/
const MOST_PAIRED = 12
const MOST_MEASURES = 4
/** Of one choice, with all the rows that it is tried on: the fewer it has, the more rows. */
const MOST_CHOSEN = MOST_PAIRED ** 2
const MOST_VALUES = 200

export async function planCalls(database: TestDatabase, query: QueryPlan, mayWrite: boolean): Promise<CallPlan> {
  const values = new Map<string, Value[]>()
  for (const parameter of query.parameters) values.set(parameter.name, await valuesOf(database, query, parameter))
  const secrets = isSaidToWrite(query) ? new Map<string, Set<string>>() : await hiddenValues(database, query)
  const asking = (actor: string, start: Parameters) =>
    query.parameters
      .filter(({ columns, isLimit }) => columns.length === 0 && !isLimit)
      .flatMap(({ name, values: samples }) => {
        const type = typeOf(database, query, name)
        const known = [...samples, start[name] ?? null].filter(value => value !== null)
        const fitting = [...(secrets.get(actor) ?? [])].flatMap(secret =>
          mayCarry(type) ? carriers(type, known, secret) : isFitting(secret, type) ? [secret] : [],
        )
        return fitting.map(value => ({ ...start, [name]: value }))
      })
  const empty: Parameters = Object.fromEntries(query.parameters.map(({ name }) => [name, null]))
  const base = unique(query.works.map(({ parameters }) => ({ ...empty, ...parameters })))
  const groups = await jointValues(database, query)
  const joint = new Set(groups.flatMap(({ names }) => names))
  const around = base.map(start => {
    const calls = groups.flatMap(({ rows }) => rows.map(row => ({ ...start, ...row })))
    for (const parameter of query.parameters) {
      // A key that is sent with the rest of its row need not be sent alone, but for values that no row has.
      const isKey = joint.has(parameter.name) && isPrimaryKey(database, parameter)
      const own = isKey ? [null, ...parameter.values] : values.get(parameter.name)
      for (const value of own ?? []) calls.push({ ...start, [parameter.name]: value })
    }
    return calls
  })
  const lists = query.parameters
    .map(({ name }) => ({ name, type: typeOf(database, query, name), values: values.get(name) ?? [] }))
    .filter(({ type }) => /\[\]$|^jsonb?$/.test(type))
  const mixed = base.map(start => mixedCalls(start, lists))
  const [first] = base
  const pairs = first ? await idPairs(database, query, values, first) : []
  const chosen = mayWrite ? choicePairs(database, query, values, groups) : []
  const callsOf = (actor: string): Parameters[] => {
    const works = query.works.filter(({ as }) => as === actor).map(({ parameters }) => ({ ...empty, ...parameters }))
    const ofOwn = (calls: Parameters[][]) => calls.filter((_, at) => works.some(call => isSame(call, base[at] ?? {})))
    const own = ofOwn(around).flat()
    const choices = works.slice(0, 1).flatMap(start => chosen.map(pair => ({ ...start, ...pair })))
    const asked = works.slice(0, 1).flatMap(start => asking(actor, start))
    return unique([
      ...base,
      ...(own.length > 0 ? own : (around[0] ?? [])),
      ...[...pairs, ...choices, ...ofOwn(mixed).flat(), ...asked],
    ])
  }
  const hostile = await hostileParameters(database, query)
  const kept = new Map<string, Parameters[]>()
  return {
    base,
    hostile,
    callsOf(actor) {
      const calls = kept.get(actor) ?? callsOf(actor)
      kept.set(actor, calls)
      return calls
    },
  }
}

function isList(database: TestDatabase, query: QueryPlan, { name }: ParameterPlan): boolean {
  return typeOf(database, query, name).endsWith('[]')
}

function isPrimaryKey({ tables }: TestDatabase, { columns }: ParameterPlan): boolean {
  const [table = '', column = ''] = columns[0]?.split('.') ?? []
  return tables.get(table)?.primaryKey.includes(column) ?? false
}

/** Of a parameter that is a list, each value in a list of its own. */
function columnToSend(database: TestDatabase, query: QueryPlan, parameter: ParameterPlan, source: string): string {
  const { type } = columnOf(database.tables, source, parameter.line)
  const name = identifier(source.split('.')[1] ?? '')
  return isList(database, query, parameter) && !type.endsWith('[]') ? `array[${name}]` : name
}

async function valuesOf(database: TestDatabase, query: QueryPlan, parameter: ParameterPlan): Promise<Value[]> {
  const values: Value[] = [null, ...parameter.values, ...(parameter.isLimit ? LIMITS : [])]
  for (const source of parameter.columns) {
    const { table } = columnOf(database.tables, source, parameter.line)
    const column = columnToSend(database, query, parameter, source)
    const [result] = await database.session.run(
      `select distinct ${column}::text from ${identifier(table.name)} order by 1 limit ${MOST_VALUES}`,
    )
    values.push(...(result?.rows ?? []).map(([value]) => value ?? null))
  }
  const type = typeOf(database, query, parameter.name)
  if (parameter.columns.length === 0 && parameter.values.length === 0) {
    const [labels] = await database.session.run(
      `select e.enumlabel from pg_enum e where e.enumtypid = to_regtype('${type.replaceAll("'", "''")}') order by e.enumsortorder`,
    )
    values.push(...(labels?.rows ?? []).map(([label]) => label ?? null))
    if (type === 'boolean') values.push('true', 'false')
  }
  if (isText(type)) values.push(...WIDE_TEXTS)
  return [...new Set(values)]
}

export function isSaidToWrite({ works }: QueryPlan): boolean {
  return works.some(({ changes }) => Object.keys(changes).length > 0)
}

function isFitting(value: string, type: string): boolean {
  if (/^(int|integer|bigint)$/.test(type)) return /^-?\d{1,9}$/.test(value)
  return isText(type) || (/^numeric$/.test(type) && /^-?\d+(\.\d+)?$/.test(value))
}

/** Parameters that are columns of one table, row by row: an order's id, or a list of it alone, comes with its version. */
async function jointValues(
  database: TestDatabase,
  query: QueryPlan,
): Promise<{ names: string[]; rows: Parameters[] }[]> {
  const sources = query.parameters.flatMap(parameter =>
    parameter.columns.slice(0, 1).map(source => ({
      name: parameter.name,
      source,
      column: columnToSend(database, query, parameter, source),
    })),
  )
  const groups = [...Map.groupBy(sources, ({ source }) => source.split('.')[0] ?? '')].filter(
    ([, group]) => group.length > 1,
  )
  return Promise.all(
    groups.map(async ([table, group]) => {
      const columns = group.map(({ column }) => `${column}::text`)
      const [result] = await database.session.run(
        `select distinct ${columns.join(', ')} from ${identifier(table)} order by ${columns.map((_, index) => index + 1).join(', ')} limit ${MOST_VALUES}`,
      )
      const rows = (result?.rows ?? []).map(row =>
        Object.fromEntries(group.map(({ name }, index) => [name, row[index] ?? null])),
      )
      return { names: group.map(({ name }) => name), rows }
    }),
  )
}

/** Two ids at once: a row with the one that it points at, wherever both are, and pairs that do not belong together. */
async function idPairs(
  database: TestDatabase,
  query: QueryPlan,
  values: Map<string, Value[]>,
  start: Parameters,
): Promise<Parameters[]> {
  const ids = query.parameters.filter(parameter => isPrimaryKey(database, parameter))
  const pairs: Parameters[] = []
  for (const [index, one] of ids.entries()) {
    for (const other of ids.slice(index + 1)) {
      if (![one, other].some(parameter => isList(database, query, parameter)))
        pairs.push(...(await relatedPairs(database, one, other)), ...(await relatedPairs(database, other, one)))
      for (const a of spread(values.get(one.name) ?? [])) {
        for (const b of spread(values.get(other.name) ?? [])) pairs.push({ [one.name]: a, [other.name]: b })
      }
    }
  }
  return pairs.map(pair => ({ ...start, ...pair }))
}

/**
 * Of what writes: a choice of the client's from a list, with each row and each other choice. Which status an order may go
 * to depends on the one that it has, and a forbidden step stands in no call that works.
 */
function choicePairs(
  database: TestDatabase,
  query: QueryPlan,
  values: Map<string, Value[]>,
  groups: { names: string[]; rows: Parameters[] }[],
): Parameters[] {
  const valuesAlone = ({ name }: ParameterPlan) =>
    (values.get(name) ?? [])
      .filter(value => value !== null && !WIDE_TEXTS.includes(value))
      .map(value => ({ [name]: value }))
  const isOfType = (type: RegExp) => (parameter: ParameterPlan) => type.test(typeOf(database, query, parameter.name))
  const isMeasure = isOfType(MEASURES)
  const choices = query.parameters
    .filter(parameter => !isMeasure(parameter) && !isPrimaryKey(database, parameter))
    .map(valuesAlone)
    .filter(({ length }) => length > 1 && length <= MOST_PAIRED)
  const joint = new Set(groups.flatMap(({ names }) => names))
  const isRow = (parameter: ParameterPlan) => isPrimaryKey(database, parameter) || isOfType(/\[\]$/)(parameter)
  const ids = query.parameters.filter(one => !joint.has(one.name) && isRow(one)).map(valuesAlone)
  const rows = [...groups.map(group => group.rows), ...ids]
  // A few amounts that are written down: each on each row.
  const measures = query.parameters
    .filter(one => isMeasure(one) && !isRow(one) && !one.isLimit && one.columns.length === 0)
    .map(valuesAlone)
    .filter(({ length }) => length > 1 && length <= MOST_MEASURES)
  const pairs = [
    ...choices.flatMap((choice, index) => choices.slice(index + 1).map(others => [choice, others])),
    ...[...choices, ...measures].flatMap(some =>
      rows.map(others => [some, spread(others, Math.floor(MOST_CHOSEN / some.length))]),
    ),
  ]
  return pairs.flatMap(([ones = [], others = []]) => ones.flatMap(one => others.map(other => ({ ...other, ...one }))))
}

async function relatedPairs(database: TestDatabase, one: ParameterPlan, other: ParameterPlan): Promise<Parameters[]> {
  const [table = '', column = ''] = one.columns[0]?.split('.') ?? []
  const [target = '', targetColumn = ''] = other.columns[0]?.split('.') ?? []
  const reference = database.tables
    .get(table)
    ?.references.find(to => to.table === target && to.targets.includes(targetColumn))
  const key = reference?.columns[reference.targets.indexOf(targetColumn)]
  if (key === undefined) return []
  const [result] = await database.session.run(
    `select ${identifier(column)}::text, ${identifier(key)}::text from ${identifier(table)} order by 1 limit ${MOST_VALUES}`,
  )
  return (result?.rows ?? []).map(([a, b]) => ({ [one.name]: a ?? null, [other.name]: b ?? null }))
}

/** Some of the values, evenly spread over all of them, and the same ones each time. */
function spread<T>(values: T[], most = MOST_PAIRED): T[] {
  const step = Math.max(1, Math.ceil(values.length / most))
  return values.filter((_, index) => index % step === 0)
}

function isSame(one: Parameters, other: Parameters): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function unique(calls: Parameters[]): Parameters[] {
  return [...new Map(calls.map(call => [JSON.stringify(call), call])).values()]
}
