// Hostile text: text that means something else once a query pastes it into a statement.

import { typeOf } from '../database/parameter-types.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { QueryPlan, Value } from '../plan/plan.ts'
import { identifier } from '../sql/sql-text.ts'
import { canHoldText } from './value-types.ts'
import { valuesWithText } from './values-with-text.ts'

/** A parameter that hostile text is sent in. */
export interface HostileParameter {
  name: string
  texts: string[]
  /** Words that the client may rightly send, such as the column to sort by: `created_at`. */
  allowed: string[]
  /** The values that hold a text: the text itself, or a list or JSON with the text in each of its places. */
  valuesWith(text: string): Value[]
}

const MOST_COUNTED_TABLES = 3
const MOST_ALLOWED = 3

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
  // For code that removes the first quote, puts a backslash before each quote, or removes blanks.
  "'' or true --",
  "'') or true --",
  "'') > 0 or true --",
  "\\') or true --",
  "\\') > 0 or true --",
  "'or(true)--",
  "')or(true)--",
  "')>(0)or(true)--",
  // For code that looks for `or` in lower case, for blanks, or for comments, or that takes only a few characters.
  "' OR TRUE --",
  "') Or TRUE --",
  "') > 0 OR TRUE --",
  "')) > 0 or true --",
  "'\tor\ttrue\t--",
  "')\nor\ntrue\n--",
  "')/**/or/**/true--",
  "'/**/or/**/1=1--",
  "'or 1=1--",
  "')or 1=1--",
  // For code that removes `--`, `or` or a quote once, or that decodes the text before it is pasted.
  "' or true ----",
  "' oorr true --",
  "'''' or true --",
  '\\u0027 or true --',
  '\uff07 or true --',
  '\uff07) or true --',
  '\uff07) > 0 or true --',
  '%27 or true --',
]

export async function hostileParameters(database: TestDatabase, query: QueryPlan): Promise<HostileParameter[]> {
  // A function may paste its arguments into a statement, so each of them gets hostile text, even without `payloads`.
  const chosen = query.parameters.filter(
    ({ name, payloads }) => payloads || (query.call !== undefined && canHoldText(typeOf(database, query, name))),
  )
  const probes = chosen.length > 0 ? await countProbes(database) : []
  const hiddenColumns = database.plan.rules.flatMap(({ columns }) => Object.keys(columns))
  // For code that takes only a short text to sort by. In parentheses, the name is an expression and is not quoted.
  const sortTexts = new Set(hiddenColumns.map(source => `(${source.split('.')[1]})`))
  return chosen.map(parameter => {
    const { name, payloads = [] } = parameter
    const used = query.works.map(({ parameters }) => parameters[name] ?? null)
    const samples = [...new Set([...parameter.values, ...used])].filter(value => value !== null)
    const type = typeOf(database, query, name)
    const allowed = [...new Set(samples.flatMap(wordsOf))].slice(0, MOST_ALLOWED)
    return {
      name,
      allowed,
      texts: [
        ...PAYLOADS,
        ...probePayloads(samples, probes),
        ...sortTexts,
        ...payloads,
        ...allowed.flatMap(payloadsAfter),
      ],
      valuesWith: text => valuesWithText(type, samples, text),
    }
  })
}

/**
 * Expressions that divide by zero as long as a table has all its rows: `(select 1 / (count(*) - 12) from tickets)`.
 * Where a text becomes a column to sort by, a condition shows nothing, but an error that depends on hidden rows does.
 */
async function countProbes({ plan, session, tables }: TestDatabase): Promise<string[]> {
  const named = plan.rules.flatMap(({ rows }) => Object.keys(rows)).filter(name => tables.has(name))
  const probes: string[] = []
  for (const name of [...new Set(named)].slice(0, MOST_COUNTED_TABLES)) {
    const [result] = await session.run(`select count(*) from ${identifier(name)}`)
    probes.push(`(select 1 / (count(*) - ${result?.rows[0]?.[0] ?? 0}) from ${identifier(name)})`)
  }
  return probes
}

/** The names and values in a list or in JSON: `sort` and `id` of `{"sort": "id"}`. Any other text is one word. */
function wordsOf(sample: string): string[] {
  return /^[{[]/.test(sample) ? sample.split(/[{}[\]",:]+\s*/).filter(part => part !== '') : [sample]
}

/** Texts that begin with an allowed word: a guard may look at the beginning alone. */
function payloadsAfter(word: string): string[] {
  return [`${word}' or true --`, `${word} is not null or true --`]
}

/**
 * Each probe alone, and after what a statement takes there: a column to sort by, a column to set, a name and its value.
 */
function probePayloads(samples: string[], probes: string[]): string[] {
  const isName = (text: string) => /^[a-z_]\w*$/i.test(text)
  const [first = 'id', second] = new Set(samples.flatMap(wordsOf).filter(isName))
  return probes.flatMap(probe => [
    ...[probe, `' || ${probe} || '`, `, ${probe}`, `asc, ${probe}`, `id, ${probe}`],
    ...(first === 'id' ? [] : [`${first}, ${probe}`]),
    ...(second === undefined ? [] : [`${first} = ${probe}, ${second}`]),
    `${first}, 'x', ${probe}`,
    // For code that looks for `select` in lower case, or for blanks.
    ...[probe.replace('select', 'SELECT'), withoutBlanks(probe)].flatMap(text => [text, `'||${text}||'`]),
    // For code that doubles quotes in a text in which a backslash escapes.
    `\\' || ${probe} --`,
  ])
}

/** The expression without any blank: `(select(1/(count(*)-12))from"tickets")`. */
function withoutBlanks(probe: string): string {
  return probe.replace(
    /^\(select (.*) from (.*)\)$/,
    (_, value: string, table: string) => `(select(${value.replaceAll(' ', '')})from${table})`,
  )
}
