import { seededRandom } from '../lib/seeded-random.ts'
import type { AuditCase } from './audit-case.ts'
import { queryKey } from './shape.ts'

const SHUFFLES = 200
const DRAWS = 2000

/** The labels of some cases as numbers, with what chance would make of them. */
export interface Labels {
  isBad: Uint8Array
  /** The query and the application of each case, numbered from 0. */
  queries: Int32Array
  applications: Int32Array
  /** Labels shuffled within their queries: how everything would score if it knew nothing. */
  shuffles: Uint8Array[]
  /** How often each query is drawn, for intervals. Queries are drawn within their application. */
  draws: Uint8Array[]
}

/** The cases of one application, or of all. */
export interface Scope extends Labels {
  cases: AuditCase[]
}

/** The same chance each time for the same queries. */
export function createScope(cases: AuditCase[]): Scope {
  const queries = numbered(cases.map(queryKey))
  const applications = numbered(cases.map(one => one.case.application))
  const isBad = Uint8Array.from(cases, one => Number(one.case.label === 'bad'))
  const seed = [...new Set(cases.map(queryKey))].sort().join(' ')
  const chance = seededRandom(`shuffle ${seed}`)
  const luck = seededRandom(`draw ${seed}`)
  const applicationOf = new Map(cases.map((_, index) => [queries[index] ?? 0, applications[index] ?? 0]))
  return {
    cases,
    isBad,
    queries,
    applications,
    shuffles: Array.from({ length: SHUFFLES }, () => shuffleWithin(isBad, queries, chance)),
    draws: Array.from({ length: DRAWS }, () => drawQueries(applicationOf, luck)),
  }
}

function numbered(names: string[]): Int32Array {
  const distinct = new Map([...new Set(names)].map((name, number) => [name, number]))
  return Int32Array.from(names, name => distinct.get(name) ?? 0)
}

/** R. A. Fisher and F. Yates, for each query by itself. */
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
