// Text that means something else once it is pasted into a statement, and the values that carry it there.

import { sortedBy } from '../../lib/sorted-by.ts'
import { typeOf } from '../database/parameter-types.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { QueryPlan, Value } from '../plan/plan.ts'
import { identifier } from '../sql/sql-text.ts'

/** A parameter that hostile text is sent in. */
export interface HostileParameter {
  name: string
  texts: string[]
  /** What the client may rightly send, or the first words of it. */
  allowed: string[]
  /** The values that hold a text: it alone, or a list or JSON with the text in each of its places. */
  carry(text: string): Value[]
}

const MOST_PROBED = 3
const MOST_ALLOWED = 3
/** Places in the JSON that a client sends. */
const MOST_PLACES = 6

const PAYLOADS = [
  "' or true --",
  "' or '1'='1",
  "x' or true or 'x'='",
  "') or true --",
  "')) or true --",
  "') > 0 or true --",
  "%' or true --",
  "%') or true --",
  '1 or true',
  '1) or (true',
  'true or true --',
  "'; update pg_temp.x set y = 1; --",
  '" or true --',
  '$$ or true --',
  '$q$ or true --',
  "\\' or true --",
  "x'or(true)or'x'='",
  // What takes out the first quote, puts a backslash before each, or takes out blanks.
  "'' or true --",
  "'') or true --",
  "'') > 0 or true --",
  "\\') or true --",
  "\\') > 0 or true --",
  "'or(true)--",
  "')or(true)--",
  "')>(0)or(true)--",
]

export async function hostileParameters(database: TestDatabase, query: QueryPlan): Promise<HostileParameter[]> {
  // What is handed to a function may be pasted into a statement there, whether or not payloads are asked for.
  const chosen = query.parameters.filter(
    ({ name, payloads }) => payloads || (query.call !== undefined && mayCarry(typeOf(database, query, name))),
  )
  const probes = chosen.length > 0 ? await countingProbes(database) : []
  // An expression to sort by, where there is room for little: no name of a column, however it is quoted.
  const hidden = new Set(
    database.plan.rules.flatMap(({ columns }) => Object.keys(columns).map(name => `(${name.split('.')[1]})`)),
  )
  return chosen.map(parameter => {
    const { name, payloads = [] } = parameter
    const used = query.works.map(({ parameters }) => parameters[name] ?? null)
    const samples = [...new Set([...parameter.values, ...used])].filter(value => value !== null)
    const type = typeOf(database, query, name)
    const allowed = [...new Set(samples.flatMap(partsOf))].slice(0, MOST_ALLOWED)
    const behind = allowed.flatMap(allowedPayloads)
    return {
      name,
      allowed,
      texts: [...PAYLOADS, ...probingPayloads(samples, probes), ...hidden, ...payloads, ...behind],
      carry: text => carriers(type, samples, text),
    }
  })
}

export function isText(type: string): boolean {
  return /^(text|citext|character varying|varchar)/.test(type) && !type.endsWith('[]')
}

/** Text, a list of texts, or JSON. */
export function mayCarry(type: string): boolean {
  return isText(type.replace(/\[\]$/, '')) || isJson(type)
}

function isJson(type: string): boolean {
  return /^jsonb?$/.test(type)
}

/**
 * Expressions that fail just as long as a table has all its rows: where the client's text becomes a column to sort by,
 * a condition can show nothing, but an error that hidden rows decide can.
 */
async function countingProbes({ plan, session, tables }: TestDatabase): Promise<string[]> {
  const named = plan.rules.flatMap(({ rows }) => Object.keys(rows)).filter(name => tables.has(name))
  const probes: string[] = []
  for (const name of [...new Set(named)].slice(0, MOST_PROBED)) {
    const [result] = await session.run(`select count(*) from ${identifier(name)}`)
    probes.push(`(select 1 / (count(*) - ${result?.rows[0]?.[0] ?? 0}) from ${identifier(name)})`)
  }
  return probes
}

/** The words of a list or of JSON, names and values; else the text itself. */
function partsOf(sample: string): string[] {
  return /^[{[]/.test(sample) ? sample.split(/[{}[\]",:]+\s*/).filter(part => part !== '') : [sample]
}

/** Text that begins as what is allowed does: a guard may look at its beginning alone. */
function allowedPayloads(part: string): string[] {
  return [`${part}' or true --`, `${part} is not null or true --`]
}

/** A probe alone and behind what a statement takes: a column that it may sort by, one that it may set, a name and its value. */
function probingPayloads(samples: string[], probes: string[]): string[] {
  const isWord = (text: string) => /^[a-z_]\w*$/i.test(text)
  const [one = 'id', two] = new Set(samples.flatMap(partsOf).filter(isWord))
  return probes.flatMap(probe => [
    ...[probe, `' || ${probe} || '`, `, ${probe}`, `asc, ${probe}`, `id, ${probe}`],
    ...(one === 'id' ? [] : [`${one}, ${probe}`]),
    ...(two === undefined ? [] : [`${one} = ${probe}, ${two}`]),
    `${one}, 'x', ${probe}`,
    // Behind a quote that was doubled, in text that takes a backslash.
    `\\' || ${probe} --`,
  ])
}

/**
 * The values of the type that hold the text. What is given as a list or as JSON already is sent as it is. A list or JSON may
 * be declared as text that the call or the function casts: then the samples tell.
 */
export function carriers(type: string, samples: string[], text: string): Value[] {
  const objects = samples.map(parsed).filter(sample => typeof sample === 'object' && sample !== null)
  const asText = isText(type) ? [text] : []
  if (
    type.endsWith('[]') ||
    (isText(type) && objects.length === 0 && samples.length > 0 && samples.every(isWrittenList))
  )
    return [...asText, isWrittenList(text) ? text : `{"${text.replace(/["\\]/g, '\\$&')}"}`]
  if (!isJson(type) && (objects.length === 0 || !isText(type))) return [text]
  if (parsed(text) !== undefined) return [text]
  const places = new Map<string, unknown>()
  for (const [path, value] of objects.flatMap(object => replaced(object, text)))
    if (!places.has(path)) places.set(path, value)
  // Each value once, before the names: samples often repeat what other samples have.
  const ordered = sortedBy([...places], ([path]) => (path.endsWith(NAME) ? 'name' : ''))
  const all = ordered.slice(0, MOST_PLACES).map(([, value]) => JSON.stringify(value))
  return [...new Set([...asText, ...all])]
}

/** As PostgreSQL writes an array. */
function isWrittenList(text: string): boolean {
  return /^\{.*\}$/.test(text)
}

/** Behind the path of a name in JSON, where another name is sent in its place. */
const NAME = ' as a name'

/** The JSON once for each text and each name in it, with this text in its place, and the path to it. */
function replaced(value: unknown, text: string, path = ''): [string, unknown][] {
  if (typeof value === 'string') return [[path, text]]
  if (Array.isArray(value))
    return value.flatMap((one, at) =>
      replaced(one, text, `${path}[${at}]`).map(([to, other]): [string, unknown] => [to, value.with(at, other)]),
    )
  if (typeof value !== 'object' || value === null) return []
  const fields = Object.entries(value)
  return fields.flatMap(([name, one], at) => {
    const inside = replaced(one, text, `${path}.${name}`)
    const others: [string, [string, unknown]][] = [
      ...inside.map(([to, other]): [string, [string, unknown]] => [to, [name, other]]),
      [`${path}.${name}${NAME}`, [text, one]],
    ]
    return others.map(([to, other]): [string, unknown] => [to, Object.fromEntries(fields.with(at, other))])
  })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
