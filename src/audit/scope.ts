import { seededRandom } from '../lib/statistics/seeded-random.ts'
import type { AuditCase } from './audit-case.ts'
import { queryKey } from './shape.ts'

/** Enough for a 95th percentile. Limits that come from the shuffles themselves need more. */
export const SHUFFLES = 200
const DRAWS = 2000

/** The labels of some cases as numbers, with shuffled labels and resampled queries. */
export interface Labels {
  isBad: Uint8Array
  /** The query and the application of each case, numbered from 0. */
  queries: Int32Array
  applications: Int32Array
  /** Labels shuffled within their queries: on them, a classifier scores as well as chance. */
  shuffles: Uint8Array[]
  /** How often each query is drawn in each bootstrap sample. Queries are drawn within their application. */
  draws: Uint8Array[]
}

/** The cases of one application, of all, or of a level. */
export interface Scope extends Labels {
  cases: AuditCase[]
}

/** The random numbers depend on the names of the queries alone, so that the same cases give the same figures. */
export function createScope(cases: AuditCase[], shuffles = SHUFFLES): Scope {
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
    shuffles: Array.from({ length: shuffles }, () => shuffleWithin(isBad, queries, shuffleRandom)),
    draws: Array.from({ length: DRAWS }, () => drawQueries(applicationOf, drawRandom)),
  }
}

function numbered(names: string[]): Int32Array {
  const distinct = new Map([...new Set(names)].map((name, number) => [name, number]))
  return Int32Array.from(names, name => distinct.get(name) ?? 0)
}

/** Shuffles the labels within each query (Fisher and Yates). */
function shuffleWithin(isBad: Uint8Array, queries: Int32Array, random: () => number): Uint8Array {
  const shuffled = isBad.slice()
  for (const indexes of Map.groupBy(queries.keys(), index => queries[index] ?? 0).values()) {
    for (let last = indexes.length - 1; last > 0; last--) {
      const a = indexes[last] ?? 0
      const b = indexes[Math.floor(random() * (last + 1))] ?? 0
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
