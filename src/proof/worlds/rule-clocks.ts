// Further actors at other times, for all cases: just when rows, rules and calendars change something.

import { clockSignatures, type Signature } from '../database/clock-signatures.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { Value } from '../plan/plan.ts'
import { roleOf, roleParameters } from '../plan/roles.ts'
import { quoted } from '../sql/sql-text.ts'
import { type Actor, makeActors } from './actors.ts'
import {
  type Clock,
  clockConditions,
  clockOf,
  type Instant,
  instantSql,
  intervalsSql,
  type RowKey,
  rowTimesSql,
  timeWordsOf,
} from './clock.ts'

/** An actor of proof.yaml at another time. */
export interface ActorAtTime extends Actor {
  derivedFrom: string
  /** The row whose time gave the instant. */
  near?: RowKey
}

/** How many times of rows are looked at: those next to the time of proof.yaml. */
const MOST_BOUNDARIES = 24
/** How many instants an actor gets at which rules hide other rows from them, and how many of them by one rule. */
const MOST_BY_RULES = 3
const MOST_BY_RULE = 2
/** How many further instants an actor gets at which a rule on changes may decide otherwise. */
const MOST_OF_CHANGES = 2
/** How many actors of one role and kind are looked at. */
const MOST_OF_KIND = 2

/** Actors at other times: one of each role and kind (with and without a token) whose job some query is. */
export async function actorsAtOtherTimes(database: TestDatabase): Promise<ActorAtTime[]> {
  const clock = clockOf(database.plan)
  const kinds = kindsOfCallers(database)
  const base = clock && kinds[0]?.[0]?.context[clock.name]
  if (!clock || base == null) return []
  const instantsFor = (which: 'rows' | 'changes') =>
    ruleInstants(database, clock, base, clockConditions(database.plan, clock, which))
  const [ofRows, ofChanges] = [await instantsFor('rows'), await instantsFor('changes')]
  const ofCalendar = await calendarInstants(database, clock, base)
  const signatures = await signaturesAt(database, clock, kinds.flat(), [base, ...ofRows.map(({ at }) => at)])
  const parameters = roleParameters(database.plan)
  const roles = new Set<string>()
  const chosen: AtInstant[] = []
  for (const callers of kinds) {
    const found = callers.map(caller => ({ caller, changing: changingInstants(caller, base, ofRows, signatures) }))
    const [most] = found.toSorted((a, b) => b.changing.length - a.changing.length)
    if (!most) continue
    const role = roleOf(parameters, most.caller.context)
    const instants = [...most.changing, ...ofChanges.slice(0, MOST_OF_CHANGES), ...(roles.has(role) ? [] : ofCalendar)]
    roles.add(role)
    for (const instant of instants) chosen.push({ caller: most.caller, instant })
  }
  return atInstants(database, clock, chosen)
}

interface Caller {
  name: string
  context: Record<string, Value>
}

/** A caller who calls at an instant. */
export interface AtInstant {
  caller: Caller
  instant: Instant
}

/** Actors of proof.yaml at each of the instants. */
export function actorsAt(
  database: TestDatabase,
  clock: Clock,
  names: string[],
  instants: Instant[],
): Promise<ActorAtTime[]> {
  const callers = names.map(name => ({ name, context: database.plan.actors[name] ?? {} }))
  return atInstants(
    database,
    clock,
    callers.flatMap(caller => instants.map(instant => ({ caller, instant }))),
  )
}

/** Each caller at the caller's instant. */
export async function atInstants(database: TestDatabase, clock: Clock, chosen: AtInstant[]): Promise<ActorAtTime[]> {
  const byName = new Map(chosen.map(one => [nameAt(one.caller, one.instant.at), one]))
  const contexts = [...byName].map(([name, one]) => [name, contextAt(clock, one.caller, one.instant.at)])
  return (await makeActors(database, Object.fromEntries(contexts))).map(actor => {
    const { caller, instant } = byName.get(actor.name) ?? {}
    return { ...actor, derivedFrom: caller?.name ?? actor.name, ...(instant?.near ? { near: instant.near } : {}) }
  })
}

function nameAt({ name }: Caller, at: string): string {
  return `${name} at ${at}`
}

function contextAt(clock: Clock, { context }: Caller, at: string): Record<string, Value> {
  return { ...context, [clock.name]: at }
}

/** The actors in `works` by role and kind: with and without a token. */
function kindsOfCallers({ plan }: TestDatabase): Caller[][] {
  const working = new Set(plan.queries.flatMap(({ works }) => works.map(({ as }) => as)))
  const callers = Object.entries(plan.actors)
    .filter(([name]) => working.has(name))
    .map(([name, context]) => ({ name, context }))
  const roles = roleParameters(plan)
  const kindOf = ({ context }: Caller) =>
    `${roleOf(roles, context)} ${Object.values(context).map(value => value === null)}`
  return [...Map.groupBy(callers, kindOf).values()].map(group => group.slice(0, MOST_OF_KIND))
}

/** The times of rows that rules compare with the clock, shifted by the rules' intervals: at the time, and just after it. */
export async function ruleInstants(
  database: TestDatabase,
  clock: Clock,
  base: string,
  conditions: string[],
): Promise<Instant[]> {
  const { words, intervals } = timeWordsOf(clock, conditions)
  const times = rowTimesSql(database, words)
  if (times === undefined) return []
  const [result] = await database.session.run(`
    with boundary as (
      select b.at, (array_agg(source order by source, key))[1] as source,
        (array_agg(key order by source, key))[1] as key from (${times}) t cross join ${intervalsSql(intervals)} i (length)
      cross join lateral (values (t.at + i.length), (t.at - i.length)) b (at)
      where b.at <> ${quoted(base)}::timestamp group by 1 order by abs(extract(epoch from b.at - ${quoted(base)}::timestamp)), 1 limit ${MOST_BOUNDARIES}
    )
    select ${instantSql('at + s.length', clock.format)}, source, key
    from boundary cross join (values (0, interval '0'), (1, interval ${quoted(clock.step)})) s (nth, length)
    order by s.nth, abs(extract(epoch from at - ${quoted(base)}::timestamp)), 1`)
  return (result?.rows ?? []).map(([at, table, key]) => ({
    at: at ?? '',
    near: { table: table ?? '', key: key ?? '' },
  }))
}

/** A night of a weekend, the end of the year, and a leap day: for code that looks at the calendar. */
async function calendarInstants({ session }: TestDatabase, { format }: Clock, base: string): Promise<Instant[]> {
  const now = `${quoted(base)}::timestamp`
  const [result] = await session.run(`select ${instantSql('at', format)} from (values
    (date_trunc('week', ${now}) + interval '6 days 3 hours'),
    (date_trunc('year', ${now}) + interval '1 year' - interval '1 second'),
    (make_date(((extract(year from ${now})::int / 4) + 1) * 4, 2, 29)::timestamp)) days (at)`)
  return (result?.rows ?? []).map(([at]) => ({ at: at ?? '' }))
}

/** What rules hide from each caller at each of the times. */
function signaturesAt(
  database: TestDatabase,
  clock: Clock,
  callers: Caller[],
  times: string[],
): Promise<Map<string, Signature>> {
  const tried = callers.flatMap(caller => times.map(at => [nameAt(caller, at), contextAt(clock, caller, at)]))
  return clockSignatures(database, Object.fromEntries(tried), clock.name)
}

/** The instants at which rules hide other rows from the caller than at the time of proof.yaml: some for each rule. */
function changingInstants(
  caller: Caller,
  base: string,
  instants: Instant[],
  signatures: Map<string, Signature>,
): Instant[] {
  const signatureAt = (at: string): Signature => signatures.get(nameAt(caller, at)) ?? new Map()
  const usual = signatureAt(base)
  const known = new Set([JSON.stringify([...usual])])
  const counts = new Map<string, number>()
  const chosen = instants.filter(({ at }) => {
    const signature = signatureAt(at)
    const text = JSON.stringify([...signature])
    if (known.has(text)) return false
    const rules = [...new Set([...usual.keys(), ...signature.keys()])]
    const changed = rules.filter(rule => usual.get(rule) !== signature.get(rule))
    if (changed.every(rule => (counts.get(rule) ?? 0) >= MOST_BY_RULE)) return false
    known.add(text)
    for (const rule of changed) counts.set(rule, (counts.get(rule) ?? 0) + 1)
    return true
  })
  return chosen.slice(0, MOST_BY_RULES)
}
