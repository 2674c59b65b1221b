// Instants for code that handles time coarsely, such as `starts_at::date <= :now::date`. Such code may be right just at
// the boundary of one row and wrong hours before it, or a day after it: `age(:now, trashed_at) <= interval '30 days'`
// is wrong when exactly 31 days of a month of 31 days have passed.

import { clockSignatures } from '../database/clock-signatures.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { roleOf, roleParameters } from '../plan/roles.ts'
import { coarseTimesIn } from '../sql/coarse-time.ts'
import { quoted } from '../sql/sql-text.ts'
import type { Actor } from './actors.ts'
import { type Clock, clockConditions, rowTimesSql, timeWordsOf } from './clock.ts'
import { type Boundary, coarseBoundaries } from './coarse-boundaries.ts'
import { looksAhead } from './code-clocks.ts'
import type { AtInstant } from './rule-clocks.ts'

/** How many boundaries get instants around them: of rules on what callers see, and of rules on changes. */
const MOST_BOUNDARIES = 6

/** The callers with the instants at which they should call the case; none where its code compares instants as they are. */
export async function coarseInstants(
  database: TestDatabase,
  clock: Clock,
  callers: Actor[],
  code: string,
): Promise<AtInstant[]> {
  const places = coarseTimesIn(code)
  const base = callers[0]?.context[clock.name]
  if (places.length === 0 || base == null) return []
  const boundariesOf = (which: 'rows' | 'changes'): Promise<Boundary[]> => {
    const conditions = clockConditions(database.plan, clock, which)
    const columns = coarseColumns(database, clock, conditions, code)
    const lengths = lengthsSql(clock, conditions, columns)
    return coarseBoundaries(database, clock, { base, columns, lengths, places })
  }
  const ofRows = await changing(database, clock, callers, await boundariesOf('rows'))
  const ofChanges = leastHidden(database, callers, await boundariesOf('changes'))
  return [ofRows, ofChanges].flatMap(choices =>
    onePerRole(database, choices).flatMap(({ caller, boundary: { instants, near } }) =>
      instants.map(at => ({ caller, instant: { at, near } })),
    ),
  )
}

/**
 * From the time of a row to when it begins or ends to count: the intervals of the rules that compare these columns, then
 * no time at all. `trashed_at >= :now - interval '30 days'` ends 30 days after the time of the row.
 */
function lengthsSql(clock: Clock, conditions: string[], columns: ReadonlySet<string>): string[] {
  const lengths = conditions.flatMap(condition => {
    const { words, intervals } = timeWordsOf(clock, [condition])
    if (![...columns].some(column => words.has(column))) return []
    const sign = looksAhead(condition, columns) ? '-' : ''
    return intervals.map(interval => `${sign} interval ${quoted(interval)}`)
  })
  return [...new Set([...lengths, "interval '0'"])]
}

/**
 * The columns that rules compare with the clock and that the code may handle coarsely: those next to such a place. A place
 * about another column, such as `date_trunc('week', sent_at)`, asks for none; one about the clock alone asks for all.
 */
function coarseColumns(
  database: TestDatabase,
  { name }: Clock,
  conditions: string[],
  code: string,
): ReadonlySet<string> {
  const words = new Set(conditions.flatMap(condition => condition.match(/\w+/g) ?? []))
  const inCode = new Set(code.toLowerCase().match(/\w+/g))
  const isTime = (word: string) => rowTimesSql(database, new Set([word])) !== undefined
  const all = [...words].filter(word => inCode.has(word) && isTime(word))
  const columns = coarseTimesIn(code).flatMap(({ near }) => {
    const own = all.filter(word => near.has(word))
    const isOfOthers = [...near].some(isTime) && ![...near].some(word => word.endsWith(name))
    return own.length > 0 ? own : isOfOthers ? [] : all
  })
  return new Set(columns)
}

interface Choice {
  caller: Actor
  boundary: Boundary
}

/** The boundaries at which rules begin or end to hide something from a caller. */
async function changing(
  database: TestDatabase,
  clock: Clock,
  callers: Actor[],
  boundaries: Boundary[],
): Promise<Choice[]> {
  if (boundaries.length === 0) return []
  const nameAt = ({ name }: Actor, at: string) => `${name} at ${at}`
  const tried = callers.flatMap(caller =>
    boundaries
      .flatMap(({ before, after }) => [before, after])
      .map(at => [nameAt(caller, at), { ...caller.context, [clock.name]: at }]),
  )
  const signatures = await clockSignatures(database, Object.fromEntries(tried), clock.name)
  const textAt = (caller: Actor, at: string) => JSON.stringify([...(signatures.get(nameAt(caller, at)) ?? [])])
  return boundaries.flatMap(boundary =>
    callers
      .filter(caller => textAt(caller, boundary.before) !== textAt(caller, boundary.after))
      .map(caller => ({ caller, boundary })),
  )
}

/** The boundaries of rows that a caller may change: those rows first that the fewest rules hide, such as the caller's tenant's. */
function leastHidden(database: TestDatabase, callers: Actor[], boundaries: Boundary[]): Choice[] {
  const choices = boundaries.flatMap(boundary => callers.map(caller => ({ caller, boundary })))
  const counted = choices.map(choice => ({ ...choice, count: hiddenBy(database, choice) }))
  return counted.toSorted((a, b) => a.count - b.count)
}

function hiddenBy({ tables }: TestDatabase, { caller, boundary: { near } }: Choice): number {
  const [key = ''] = tables.get(near.table)?.primaryKey ?? []
  return [...caller.hidden.values()].filter(rows =>
    rows.some(({ table, image }) => table === near.table && String(JSON.parse(image)[key]) === near.key),
  ).length
}

/** For each role and kind of boundary, the first choice; some in all. */
function onePerRole({ plan }: TestDatabase, choices: Choice[]): Choice[] {
  const roles = roleParameters(plan)
  const groups = Map.groupBy(choices, ({ caller, boundary }) => `${roleOf(roles, caller.context)} ${boundary.kind}`)
  return [...groups.values()].flatMap(([first]) => first ?? []).slice(0, MOST_BOUNDARIES)
}
