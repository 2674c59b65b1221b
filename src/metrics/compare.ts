// Two contestants on all cases that both were asked. What was not answered is wrong; repeats are averaged within a case.

import type { Comparison } from '../summary.ts'
import type { Draw } from './bootstrap.ts'
import { type CaseAnswers, groupSorted } from './collect.ts'
import type { Definition } from './definition.ts'
import { createColumns, createEstimator, joinColumns } from './estimate.ts'
import { adjustByHolm } from './holm.ts'
import { balanced } from './measures.ts'
import { createSwaps, greatestCommonDivisor, type Swapped, swapTest } from './swap-test.ts'

const LEVEL = 0.05
const FEWEST_DRAWN = 9_999
// p-values that are drawn cannot be smaller than one in as many draws. This lets Holm's first step go below the LEVEL.
const DRAWN_PER_COMPARISON = 40
/** Shares of repeats are counted in parts of a case; beyond this they are rounded. */
const FINEST_PARTS = 1e6

/** How many bad and good cases a query has, and by how much A is ahead in each. */
interface Lead {
  bad: number
  caught: number
  good: number
  cleared: number
}

/** In balanced accuracy. */
const DIFFERENCE: Definition<keyof Lead> = { from: ['caught', 'bad', 'cleared', 'good'], of: balanced }

interface Row {
  /** Its place in the summary. */
  place: number
  prompt: string
  caseAnswers: CaseAnswers[]
  /** Its balanced accuracy in each resample. */
  resampled: Float64Array
}

/** Compares each with each, as one family: all must have the same prompt. Pairs without both labels in common are left out. */
export function compareAll(rows: Row[], draw: Draw): Comparison[] {
  const pairs = rows.flatMap((a, index) => rows.slice(index + 1).map(b => ({ a, b })))
  const family = {
    draw,
    parts: partsOf(rows),
    swapped: createSwaps(Math.max(FEWEST_DRAWN, pairs.length * DRAWN_PER_COMPARISON)),
    swappedOf: new Map<Row, Swapped>(),
  }
  const comparisons = pairs.flatMap(({ a, b }) => comparePair(a, b, family) ?? [])
  const adjusted = adjustByHolm(comparisons.map(({ p }) => p))
  return comparisons.map((comparison, index) => {
    const adjustedP = adjusted[index] ?? 1
    return { ...comparison, adjustedP, isSignificant: adjustedP < LEVEL }
  })
}

interface Family {
  draw: Draw
  /** Into how many parts the repeats of all divide a case. */
  parts: number
  swapped: (parts: number[]) => Swapped
  /** For each contestant, what is swapped of its score on all its cases. */
  swappedOf: Map<Row, Swapped>
}

function comparePair(a: Row, b: Row, family: Family): Omit<Comparison, 'adjustedP' | 'isSignificant'> | null {
  const shared = sharedCases(a.caseAnswers, b.caseAnswers)
  const applications = toStrata(shared)
  const queries = applications.flatMap(application => application.queries)
  const isSame = shared.length === a.caseAnswers.length && shared.length === b.caseAnswers.length
  // On the same cases both were resampled alike.
  const columns = isSame ? [] : applications.map(one => createColumns(one, DIFFERENCE.from, family.draw))
  const { estimate } = createEstimator(applications, joinColumns(columns))
  const difference = estimate(DIFFERENCE, isSame ? () => subtract(a.resampled, b.resampled) : undefined)
  if (!difference) return null
  const wholes = wholeParts(queries, family.parts)
  const sumSwapped = () => (isSame ? subtract(swappedOf(a, family), swappedOf(b, family)) : family.swapped(wholes))
  return {
    prompt: a.prompt,
    a: a.place,
    b: b.place,
    cases: shared.length,
    queries: queries.length,
    difference,
    ...swapTest(wholes, sumSwapped),
    table: mcNemarTable(shared),
  }
}

function swappedOf(row: Row, { swapped, swappedOf, parts }: Family): Swapped {
  const known = swappedOf.get(row)
  if (known) return known
  const own = row.caseAnswers.map(({ one, right }) => ({ one, a: right, b: 0 }))
  const queries = toStrata(own).flatMap(application => application.queries)
  const sums = swapped(wholeParts(queries, parts))
  swappedOf.set(row, sums)
  return sums
}

function toStrata(cases: SharedCase[]) {
  return groupSorted(cases, ({ one }) => one.application).map(([application, ofApplication]) => ({
    application,
    queries: groupSorted(ofApplication, ({ one }) => one.query).map(([, ofQuery]) => leadOf(ofQuery)),
  }))
}

interface SharedCase {
  one: CaseAnswers['one']
  a: number
  b: number
}

/** Both are in the order of the cases. */
function sharedCases(a: CaseAnswers[], b: CaseAnswers[]): SharedCase[] {
  const shared: SharedCase[] = []
  let next = 0
  for (const { one, right } of a) {
    while ((b[next]?.one.index ?? Number.POSITIVE_INFINITY) < one.index) next++
    const other = b[next]
    if (other?.one === one) shared.push({ one, a: right, b: other.right })
  }
  return shared
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

/** The queries' parts in the difference, times 2 · bad · good · parts: whole numbers, which add up exactly. */
function wholeParts(queries: Lead[], parts: number): number[] {
  const bad = queries.reduce((sum, query) => sum + query.bad, 0)
  const good = queries.reduce((sum, query) => sum + query.good, 0)
  return queries.map(({ caught, cleared }) => Math.round(caught * parts) * good + Math.round(cleared * parts) * bad)
}

function partsOf(rows: Row[]): number {
  const repeats = new Set(rows.flatMap(({ caseAnswers }) => caseAnswers.map(({ answers }) => answers.length)))
  return [...repeats].reduce((all, count) => Math.min(FINEST_PARTS, leastCommonMultiple(all, count)), 1)
}

function leastCommonMultiple(a: number, b: number): number {
  return (a / greatestCommonDivisor(a, b)) * b
}

function subtract(a: Swapped, b: Swapped): Float64Array {
  const differences = new Float64Array(a.length)
  for (let index = 0; index < a.length; index++) differences[index] = (a[index] as number) - (b[index] as number)
  return differences
}

/**
 * Q. McNemar, "Note on the sampling error of the difference between correlated proportions or percentages", Psychometrika
 * 12 (2), 1947. Only a description here: his test takes the cases for independent, which those of a query are not.
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
