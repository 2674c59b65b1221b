import { seededRandom } from '../lib/statistics/seeded-random.ts'
import type { AuditCase } from './audit-case.ts'
import { queryKey } from './shape.ts'

const SHUFFLES = 200
const DRAWS = 2000

/** The labels of some cases as numbers, with shuffles and draws of them. */
export interface Labels {
  isBad: Uint8Array
  /** The query and the application of each case, numbered from 0. */
  queries: Int32Array
  applications: Int32Array
  /** Labels shuffled within their queries: what a classifier scores on them is chance. */
  shuffles: Uint8Array[]
  /** How often each query is drawn, for intervals. Queries are drawn within their application. */
  draws: Uint8Array[]
}

/** The cases of one application, or of all. */
export interface Scope extends Labels {
  cases: AuditCase[]
}

/** The same queries get the same shuffles and the same draws each time. */
export function createScope(cases: AuditCase[]): Scope {
  const queries = numbered(cases.map(queryKey))
  const applications = numbered(cases.map(one => one.case.application))
  const isBad = Uint8Array.from(cases, one => Number(one.case.label === 'bad'))
  const seed = [...new Set(cases.map(queryKey))].sort().join(' ')
  const shuffleRandom = seededRandom(`shuffle ${seed}`)
  const drawRandom = seededRandom(`draw ${seed}`)
  const applicationOf = new Map(cases.map((_, index) => [queries[index] ?? 0, applications[index] ?? 0]))
  return {
    cases,
    isBad,
    queries,
    applications,
    shuffles: Array.from({ length: SHUFFLES }, () => shuffleWithin(isBad, queries, shuffleRandom)),
    draws: Array.from({ length: DRAWS }, () => drawQueries(applicationOf, drawRandom)),
  }
}

function numbered(names: string[]): Int32Array {
  const distinct = new Map([...new Set(names)].map((name, number) => [name, number]))
  return Int32Array.from(names, name => distinct.get(name) ?? 0)
}

/** The shuffle of R. A. Fisher and F. Yates, for each query by itself. */
function shuffleWithin(isBad: Uint8Array, queries: Int32Array, random: () => number): Uint8Array {
  const shuffled = isBad.slice()
  for (const places of Map.groupBy(queries.keys(), place => queries[place] ?? 0).values()) {
    for (let last = places.length - 1; last > 0; last--) {
      const a = places[last] ?? 0
      const b = places[Math.floor(random() * (last + 1))] ?? 0
      const kept = shuffled[a] ?? 0
      shuffled[a] = shuffled[b] ?? 0
      shuffled[b] = kept
    }
  }
  return shuffled
}

function drawQueries(applicationOf: Map<number, number>, random: () => number): Uint8Array {
  const times = new Uint8Array(applicationOf.size)
  for (const own of Map.groupBy(applicationOf.keys(), query => applicationOf.get(query)).values()) {
    for (let draw = 0; draw < own.length; draw++) {
      const query = own[Math.floor(random() * own.length)] ?? 0
      times[query] = (times[query] ?? 0) + 1
    }
  }
  return times
}
