// Generated values: values that the database makes up, such as `gen_random_uuid()`, the next number of a sequence, or
// the time that a trigger writes. They are others at each call and must not count as a difference. A value that is the
// same when the call is made again was not made up, whatever default its column has.

import type { TestDatabase } from '../database/test-database.ts'
import type { Value } from '../plan/plan.ts'
import type { Step } from './kind.ts'
import type { Change } from './outcome.ts'

/**
 * The place of a value in the changes of a call: the operation and the table, the position among such changes, and the column.
 * In another world the same call may change more rows of another table before, which moves no place.
 */
type Place = string

/**
 * By call, the places at which a second call wrote the same value. Such a value was not made up: a call may put a hidden
 * value into a column that has a default.
 */
export type RepeatedValues = Map<string, ReadonlySet<Place>>

/** The key of a call in `RepeatedValues`. */
export function callKey({ context, parameters }: Step): string {
  return JSON.stringify([context, parameters])
}

/** The places at which two runs of the same call wrote the same value; none where the runs changed other tables. */
export function repeatedPlaces(first: Change[], second: Change[]): ReadonlySet<Place> {
  const isAlike = first.length === second.length && first.every(({ table }, nth) => table === second[nth]?.table)
  if (!isAlike) return new Set()
  const places = placesOf(first)
  return new Set(
    first.flatMap(({ new: image }, nth) => {
      const [row, other] = [image, second[nth]?.new ?? null].map(text => JSON.parse(text ?? '{}'))
      return Object.keys(row)
        .filter(name => JSON.stringify(row[name]) === JSON.stringify(other[name]))
        .map(name => `${places[nth]} ${name}`)
    }),
  )
}

/** For each change, the beginning of the places of its values. */
function placesOf(changes: Change[]): string[] {
  const counts = new Map<string, number>()
  return changes.map(({ table, operation }) => {
    const key = `${operation} ${table}`
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return `${key} ${count}`
  })
}

/**
 * The generated values in the changes of one call, as text that may appear in a row or in a change. `repeated` are the
 * places whose values were the same when the call was made again, `computed` the columns (`comments.id`) into which the case
 * puts values of its own.
 */
export function generatedValues(
  database: TestDatabase,
  changes: Change[],
  { context, parameters }: Step,
  repeated: ReadonlySet<Place> = new Set(),
  computed: ReadonlySet<string> = new Set(),
): string[] {
  const sent = new Set([...Object.values(parameters), ...Object.values(context)].map(value => comparable(value)))
  const places = placesOf(changes)
  const values = changes.flatMap((change, nth) => {
    const table = database.tables.get(change.table)
    const isInsert = change.operation === 'INSERT'
    const columns = table?.columns.filter(({ isGenerated }) => table.hasTriggers || (isInsert && isGenerated)) ?? []
    if (columns.length === 0 || change.new === null) return []
    const row: Record<string, unknown> = JSON.parse(change.new)
    return columns.flatMap(({ name, isGenerated, baseType }) => {
      const value = row[name]
      if (value === null || value === undefined || sent.has(comparable(String(value)))) return []
      if ([`${change.table}.${name}`, `${change.table}.*`, '*'].some(column => computed.has(column))) return []
      // A trigger of the schema may write the time into any column, on updates too.
      const isMadeUp = isInsert && isGenerated && !repeated.has(`${places[nth]} ${name}`)
      if (!isMadeUp && !(/^timestamp/.test(baseType) && isFromClock(database, String(value)))) return []
      // JSON writes a time as `2026-01-01T10:00:00+00:00`, a returned row as `2026-01-01 10:00:00+00`.
      return [
        String(value),
        String(value)
          .replace('T', ' ')
          .replace(/([+-]\d\d):00$/, '$1'),
      ]
    })
  })
  return [...new Set(values)]
}

/** How much later than the world a call may be made, in milliseconds: more than the watchdog allows. */
const LONGEST_WORLD_MS = 120_000

/**
 * Whether the value is from the clock of the database: a time since the world was opened, or the time of its opening
 * plus whole seconds, as `now() + interval '1 day'` gives it. That time has microseconds, which no time of a seed has.
 */
function isFromClock({ worldTime }: TestDatabase, value: string): boolean {
  if (worldTime === undefined) return false
  const [opened, time] = [worldTime, value].map(text =>
    Date.parse(/(?:[+-]\d\d:\d\d|Z)$/.test(text) ? text : `${text}Z`),
  )
  const since = (time ?? 0) - (opened ?? 0)
  if (since >= 0 && since < LONGEST_WORLD_MS) return true
  const fraction = fractionOf(worldTime)
  return fraction !== '000000' && fractionOf(value) === fraction
}

/** The microseconds of a time: `120000` for `10:00:00.12`. */
function fractionOf(time: string): string {
  return (/\.(\d+)/.exec(time)?.[1] ?? '').padEnd(6, '0')
}

/** The value as text in which one time is always written the same way. */
function comparable(value: Value): string {
  const time = value !== null && /^\d{4}-\d\d-\d\d[T ]/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? (value ?? '') : String(time)
}

/** How the values of types are written that have no comma. */
const PLAIN_TYPES: [RegExp, RegExp][] = [
  [/^uuid/, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  [/^boolean/, /^[tf]$/],
  [/^(date|timestamp)/, /^\d{4}-\d\d-\d\d[\d:.+ -]*$/],
  [/^(smallint|integer|bigint|numeric)/, /^-?\d+(?:\.\d+)?$/],
]

function writtenAs(type: string): RegExp | undefined {
  return PLAIN_TYPES.find(([name]) => name.test(type))?.[1]
}

/**
 * The details of an error of PostgreSQL without generated values. PostgreSQL tells the whole row that breaks a constraint:
 * `Failing row contains (8a0c…, 500115, null)`. A text is left as it is: nothing shows that it was made up.
 */
export function detailsWithoutGenerated({ tables }: TestDatabase, details: string): string {
  const [, row, table = ''] = /^Failing row contains \((.*)\)\.\|[^|]*\|[^|]*\|([^|]*)\|/s.exec(details) ?? []
  const columns = tables.get(table)?.columns ?? []
  const values = row?.split(', ') ?? []
  // A text with a comma makes the places behind it uncertain.
  const firstText = columns.findIndex(({ baseType }) => writtenAs(baseType) === undefined)
  const certain = values.length === columns.length || firstText < 0 ? columns.length : firstText
  const isMadeUp = (value: string, at: number) =>
    at < certain && columns[at]?.isGenerated && writtenAs(columns[at].baseType)?.test(value)
  if (row === undefined || !values.some(isMadeUp)) return details
  return details.replace(row, () => values.map((value, at) => (isMadeUp(value, at) ? '(generated)' : value)).join(', '))
}
