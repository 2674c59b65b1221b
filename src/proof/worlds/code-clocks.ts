// Instants that the code of one case asks for: its intervals and dates. Where the code has `1 month` and a rule has
// `30 days`, an instant is wanted at which the two differ for some row.

import type { TestDatabase } from '../database/test-database.ts'
import { datesIn } from '../sql/literals.ts'
import { quoted } from '../sql/sql-text.ts'
import { type Clock, clockConditions, type Instant, instantSql, rowTimesSql, timeWordsOf } from './clock.ts'

/** How many instants one case gets, and how many of them are for one pair of intervals. */
const MOST_INSTANTS = 4
const MOST_OF_PAIR = 2

export interface CodeInstants {
  instants: Instant[]
  /** Two intervals that are not the same, though no row of the seed shows that. */
  untold?: IntervalPair
}

/** An interval of the code, and one of a rule. */
interface IntervalPair {
  ofCode: string
  ofRule: string
}

/** The instants for one case; none where its code has no interval and no date. `base` is the time of proof.yaml. */
export async function codeInstants(
  database: TestDatabase,
  clock: Clock,
  base: string,
  code: string,
): Promise<CodeInstants> {
  const ofRules = timeWordsOf(clock, clockConditions(database.plan, clock))
  const ofCode = timeWordsOf(clock, [code])
  const dates = await dateInstants(database, clock, base, code)
  const names = new Set([...ofCode.words].filter(word => ofRules.words.has(word) && word !== clock.name))
  const times = rowTimesSql(database, wordsNearIntervals(code, names)) ?? rowTimesSql(database, names)
  const pairs = ofCode.intervals.flatMap(own => ofRules.intervals.map(rule => ({ ofCode: own, ofRule: rule })))
  const days = await dayInstants(
    database,
    clock,
    base,
    pairs.filter(({ ofCode: own }) => !ofRules.intervals.includes(own)),
  )
  if (pairs.length === 0 || times === undefined) return { instants: [...dates, ...days].slice(0, MOST_INSTANTS) }
  const found = await pairInstants(database, clock, base, times, pairs, looksAhead(code, names))
  const all = [...dates, ...found.map(({ instant }) => instant)]
  const few = [...new Map(all.map(instant => [instant.at, instant])).values()].slice(0, MOST_INSTANTS)
  const instants = [...new Map([...few, ...days].map(instant => [instant.at, instant])).values()]
  // Of each column that the code may compare, a row has to tell the two intervals apart.
  const isUntold = (pair: IntervalPair) => {
    const byColumn = Map.groupBy(
      found.filter(one => one.pair === pair),
      ({ column }) => column,
    )
    return [...byColumn.values()].some(some => !some.some(({ tellsApart }) => tellsApart))
  }
  const doubtful = pairs.filter(pair => !ofRules.intervals.includes(pair.ofCode) && isUntold(pair))
  const untold = await firstUnequal(database, doubtful)
  return { instants, ...(untold ? { untold } : {}) }
}

/** How far from an interval the column stands that it is compared with, in characters. */
const NEAR = 80

/** The names that stand next to an interval in the code: the columns that it is compared with. */
function wordsNearIntervals(code: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const near = [...code.matchAll(/interval/gi)].flatMap(
    ({ index }) => code.slice(Math.max(0, index - NEAR), index + NEAR).match(/\w+/g) ?? [],
  )
  return new Set(near.filter(word => names.has(word)))
}

/**
 * Whether the code looks at rows that lie ahead, as `ends_at <= :now + interval '30 days'` does, and never at the age of
 * rows, as `ended_at >= :now - interval '30 days'` does.
 */
export function looksAhead(code: string, columns: ReadonlySet<string>): boolean {
  const found = [...code.matchAll(/(\w+)\s*([-+])\s*(?:interval|make_interval|cast|')/gi)]
  const areAhead = found.map(([, word = '', sign]) => (sign === '+') !== columns.has(word.toLowerCase()))
  return areAhead.length > 0 && areAhead.every(Boolean)
}

interface PairInstant {
  pair: IntervalPair
  instant: Instant
  /** The table and the column of the row's time. */
  column: string
  /** At this instant, the two intervals differ for the row. */
  tellsApart: boolean
}

/** Of each pair, instants at which its intervals reach from now to a row: those first at which only one of them does. */
async function pairInstants(
  { session }: TestDatabase,
  { step, format }: Clock,
  base: string,
  times: string,
  pairs: IntervalPair[],
  isAhead: boolean,
): Promise<PairInstant[]> {
  const now = `${quoted(base)}::timestamp`
  const sign = isAhead ? '+' : '-'
  const values = pairs.map(
    ({ ofCode, ofRule }, nth) => `(${nth}, interval ${quoted(ofCode)}, interval ${quoted(ofRule)})`,
  )
  const [result] = await session.run(`
    with tried as (
      select p.nth, t.source, t.column_name, t.key, n.at + s.length as at,
        (t.at >= n.at + s.length ${sign} p.code) <> (t.at >= n.at + s.length ${sign} p.rule) as tells
      from (${times}) t cross join (values ${values.join(', ')}) p (nth, code, rule)
      cross join lateral (values (t.at + p.rule), (t.at + p.code), (t.at - p.rule), (t.at - p.code)) n (at)
      cross join (values (interval '0'), (interval ${quoted(step)}), (- interval ${quoted(step)})) s (length)
    ), ranked as (
      select nth, source, column_name, key, at, tells, row_number() over (
        partition by nth, source, column_name order by tells desc, abs(extract(epoch from at - ${now})), at, source, key) as rank
      from tried where at <> ${now}
    )
    select nth, ${instantSql('at', format)}, source, key, tells, column_name from ranked where rank <= ${MOST_OF_PAIR} order by tells desc, rank, nth`)
  return (result?.rows ?? []).flatMap(([nth, at, table, key, tells, column]) => {
    const pair = pairs[Number(nth)]
    const near = { table: table ?? '', key: key ?? '' }
    return pair
      ? [{ pair, instant: { at: at ?? '', near }, column: `${table}.${column}`, tellsApart: tells === 't' }]
      : []
  })
}

/**
 * The next days on which an interval of the code that is nearly one of a rule is longer, or shorter, seen from that day: a token
 * for `2 months 29 days` lasts for 91 days from the 4th of July on.
 */
async function dayInstants(
  { session }: TestDatabase,
  { format }: Clock,
  base: string,
  pairs: IntervalPair[],
): Promise<Instant[]> {
  const values = pairs.map(({ ofCode, ofRule }) => `(interval ${quoted(ofCode)}, interval ${quoted(ofRule)})`)
  if (values.length === 0) return []
  const [result] = await session.run(`
    with tried as (
      select day, s.sign, sign(extract(epoch from (day + p.code * s.sign) - (day + p.rule * s.sign))) as longer
      from (values ${values.join(', ')}) p (code, rule) cross join (values (1), (-1)) s (sign)
      cross join generate_series(1, 366) n cross join lateral (select ${quoted(base)}::timestamp + n * interval '1 day' as day) d
      where abs(extract(epoch from p.code) - extract(epoch from p.rule)) < 5 * 86400
    )
    select distinct ${instantSql('min(day)', format)} from tried where longer <> 0 group by sign, longer order by 1`)
  return (result?.rows ?? []).map(([at]) => ({ at: at ?? '' }))
}

/** The first pair whose intervals differ on some day of a leap year: 30 days and a month do, 24 hours and a day do not. */
async function firstUnequal({ session }: TestDatabase, pairs: IntervalPair[]): Promise<IntervalPair | undefined> {
  for (const pair of pairs) {
    const [result] = await session.run(
      `select exists (select from generate_series(timestamp '2027-07-01', timestamp '2028-06-30', interval '1 day') day
       where day + interval ${quoted(pair.ofCode)} <> day + interval ${quoted(pair.ofRule)})`,
    )
    if (result?.rows[0]?.[0] === 't') return pair
  }
  return undefined
}

/** The dates in the code, at the hour of proof.yaml, and the times in it. */
async function dateInstants(
  { session }: TestDatabase,
  { format }: Clock,
  base: string,
  code: string,
): Promise<Instant[]> {
  const dates = datesIn(code).filter(date => !Number.isNaN(Date.parse(date)))
  if (dates.length === 0) return []
  const now = `${quoted(base)}::timestamp`
  const texts = dates.map(date =>
    date.length > 10 ? `${quoted(date)}::timestamp` : `${quoted(date)}::date + (${now} - date_trunc('day', ${now}))`,
  )
  const [result] = await session.run(
    `select distinct ${instantSql('at', format)} from (values ${texts.map(text => `(${text})`).join(', ')}) t (at)
     where at <> ${now} order by 1 limit ${MOST_INSTANTS}`,
  )
  return (result?.rows ?? []).map(([at]) => ({ at: at ?? '' }))
}
