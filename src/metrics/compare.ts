// Two contestants on all cases that both were asked. What was not answered is wrong; repeats are averaged within a case.

import type { Comparison } from '../summary.ts'
import { type Draw, joinResamples, measureInterval, resampleQueries } from './bootstrap.ts'
import { type Ballot, groupInOrder } from './collect.ts'
import { adjustByHolm } from './holm.ts'
import { greatestCommonDivisor, swapTest } from './swap-test.ts'
import { shareRight } from './tally.ts'

const LEVEL = 0.05
const FEWEST_DRAWN = 9_999
// p-values that are drawn cannot be smaller than one in as many draws. This lets Holm's first step go below the LEVEL.
const DRAWN_PER_COMPARISON = 40
/** Shares of repeats are counted in parts of a case; beyond this they are rounded. */
const FINEST_PARTS = 1e6

const COLUMNS = ['bad', 'caught', 'good', 'cleared'] as const
/** How many bad and good cases a query has, and by how much A is ahead in each. */
type Lead = Record<(typeof COLUMNS)[number], number>

interface Row {
  /** Its place in the summary. */
  place: number
  prompt: string
  ballots: Ballot[]
}

/** Compares each with each, as one family: all must have the same prompt. Pairs without both labels in common are left out. */
export function compareAll(rows: Row[], draw: Draw): Comparison[] {
  const pairs = rows.flatMap((a, index) => rows.slice(index + 1).map(b => ({ a, b })))
  const drawn = Math.max(FEWEST_DRAWN, pairs.length * DRAWN_PER_COMPARISON)
  const comparisons = pairs.flatMap(({ a, b }) => comparePair(a, b, draw, drawn) ?? [])
  const adjusted = adjustByHolm(comparisons.map(({ p }) => p))
  return comparisons.map((comparison, index) => {
    const adjustedP = adjusted[index] ?? 1
    return { ...comparison, adjustedP, isSignificant: adjustedP < LEVEL }
  })
}

function comparePair(
  a: Row,
  b: Row,
  draw: Draw,
  drawn: number,
): Omit<Comparison, 'adjustedP' | 'isSignificant'> | null {
  const shared = sharedCases(a.ballots, b.ballots)
  const applications = groupInOrder(shared, ({ one }) => one.application).map(([application, ofApplication]) => ({
    application,
    queries: groupInOrder(ofApplication, ({ one }) => one.query).map(([, ofQuery]) => leadOf(ofQuery)),
  }))
  const queries = applications.flatMap(application => application.queries)
  const total = addLeads(queries)
  const value = differenceOf(total)
  if (value === null) return null
  return {
    prompt: a.prompt,
    a: a.place,
    b: b.place,
    cases: shared.length,
    queries: queries.length,
    difference: { value, interval: differenceInterval(applications, draw) },
    ...swapTest(wholeDifferences(queries, total, partsOf(shared)), drawn),
    table: mcNemarTable(shared),
  }
}

interface SharedCase {
  one: Ballot['one']
  a: number
  b: number
  /** Into how many parts the repeats of both divide the case. */
  parts: number
}

function sharedCases(a: Ballot[], b: Ballot[]): SharedCase[] {
  const others = new Map(b.map(ballot => [ballot.one, ballot]))
  return a.flatMap(ballot => {
    const other = others.get(ballot.one)
    if (!other) return []
    const parts = leastCommonMultiple(ballot.answers.length, other.answers.length)
    return [{ one: ballot.one, a: shareRight(ballot), b: shareRight(other), parts }]
  })
}

function leadOf(cases: SharedCase[]): Lead {
  const lead = { bad: 0, caught: 0, good: 0, cleared: 0 }
  for (const { one, a, b } of cases) {
    if (one.label === 'bad') {
      lead.bad++
      lead.caught += a - b
    } else {
      lead.good++
      lead.cleared += a - b
    }
  }
  return lead
}

function addLeads(leads: Lead[]): Lead {
  const sum = { bad: 0, caught: 0, good: 0, cleared: 0 }
  for (const lead of leads) for (const column of COLUMNS) sum[column] += lead[column]
  return sum
}

/** In balanced accuracy. */
function differenceOf({ bad, caught, good, cleared }: Lead): number | null {
  return bad === 0 || good === 0 ? null : (caught / bad + cleared / good) / 2
}

/** The parts of the queries in that difference, times 2 · bad · good · parts: whole numbers, which add up exactly. */
function wholeDifferences(queries: Lead[], { bad, good }: Lead, parts: number): number[] {
  return queries.map(({ caught, cleared }) => Math.round(caught * parts) * good + Math.round(cleared * parts) * bad)
}

function partsOf(cases: SharedCase[]): number {
  return cases.reduce((all, { parts }) => Math.min(FINEST_PARTS, leastCommonMultiple(all, parts)), 1)
}

function leastCommonMultiple(a: number, b: number): number {
  return (a / greatestCommonDivisor(a, b)) * b
}

function differenceInterval(applications: { application: string; queries: Lead[] }[], draw: Draw) {
  const canVary = applications.some(({ queries }) => queries.filter(query => differenceOf(query) !== null).length > 1)
  if (!canVary) return null
  const resampled = applications.map(({ application, queries }) =>
    resampleQueries(queries, COLUMNS, draw(application, queries.length)),
  )
  return measureInterval(joinResamples(resampled, COLUMNS), COLUMNS, differenceOf)
}

/**
 * Q. McNemar, "Note on the sampling error of the difference between correlated proportions or percentages", Psychometrika
 * 12 (2), 1947. Only a description here: his test takes the cases for independent, which the six of a query are not.
 * Repeats of the two are crossed.
 */
function mcNemarTable(cases: SharedCase[]): Comparison['table'] {
  const table = { bothRight: 0, onlyA: 0, onlyB: 0, bothWrong: 0 }
  for (const { a, b } of cases) {
    table.bothRight += a * b
    table.onlyA += a * (1 - b)
    table.onlyB += (1 - a) * b
    table.bothWrong += (1 - a) * (1 - b)
  }
  return table
}
