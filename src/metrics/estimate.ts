// A measure with its interval, from counts of queries in applications.

import { percentileInterval } from '../lib/statistics/percentile-interval.ts'
import type { Interval, Measure } from '../summary.ts'
import { type Draw, joinResamples, RESAMPLES, resampleColumns, type Sums } from './bootstrap.ts'
import type { Definition } from './definition.ts'
import { intervalOfCounts } from './interval-of-counts.ts'

/** One application's part. */
export interface Stratum<Column extends string> {
  application: string
  /** One for each of its queries, in order. */
  queries: Record<Column, number>[]
}

export interface Estimator<Column extends string> {
  /** `resampledBy` says what the measure is in each resample where that is known already. */
  estimate(definition: Definition<Column>, resampledBy?: () => Float64Array): Measure | null
  /** What the measure is in each resample; NaN where it has no base. */
  resampled(definition: Definition<Column>): Float64Array
}

/** `columnOf` gives the resampled sums of a column over all strata. */
export function createEstimator<Column extends string>(
  strata: Stratum<Column>[],
  columnOf: (column: Column) => Sums,
): Estimator<Column> {
  const queries = strata.flatMap(stratum => stratum.queries)
  function resampled({ from, of }: Definition<Column>, into: Float64Array): Float64Array {
    const [a = NOTHING, b = NOTHING, c = NOTHING, d = NOTHING] = from.map((column, place) =>
      toNumbers(columnOf(column), BUFFERS[place] ?? NOTHING),
    )
    return applyTo(of, [a, b, c, d], into)
  }
  return {
    resampled: definition => resampled(definition, new Float64Array(RESAMPLES)),
    estimate(definition, resampledBy) {
      const value = measureAll(definition, queries)
      if (Number.isNaN(value)) return null
      // Drawing from one query gives the same every time, and would look like certainty.
      const canVary = strata.some(stratum => hasSeveral(definition, stratum.queries))
      if (!canVary) return { value, interval: null }
      const counted = resampledBy ? undefined : intervalOfCounts(definition.of, definition.from.map(columnOf))
      if (counted !== undefined) return { value, interval: counted }
      return { value, interval: intervalOf(resampledBy?.() ?? resampled(definition, SCRATCH)) }
    },
  }
}

const NOTHING = new Float64Array(RESAMPLES)
/** For values that are looked at and forgotten: thousands of measures would keep the garbage collector busy. */
const SCRATCH = new Float64Array(RESAMPLES)
const BUFFERS = [0, 1, 2, 3].map(() => new Float64Array(RESAMPLES))

/** Resamples these columns of a stratum. */
export function createColumns<Column extends string>(
  { application, queries }: Stratum<Column>,
  columns: readonly Column[],
  draw: Draw,
): (column: Column) => Sums {
  const counts = columns.map(column => queries.map(query => query[column]))
  const resampled = resampleColumns(counts, draw(application, queries.length))
  return column => resampled[columns.indexOf(column)] as Sums
}

/** The columns of several strata together. */
export function joinColumns<Column extends string>(parts: ((column: Column) => Sums)[]): (column: Column) => Sums {
  const [first, second] = parts
  if (first && !second) return first
  return remember(column => joinResamples(parts.map(columnOf => columnOf(column))))
}

function toNumbers(sums: Sums, buffer: Float64Array): Float64Array {
  if (sums instanceof Float64Array) return sums
  buffer.set(sums)
  return buffer
}

function remember<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return key => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}

/** The measure of all queries together. */
export function measureAll<Column extends string>(
  { from, of }: Definition<Column>,
  queries: Record<Column, number>[],
): number {
  const [a = 0, b = 0, c = 0, d = 0] = from.map(column => queries.reduce((sum, query) => sum + query[column], 0))
  return of(a, b, c, d)
}

function hasSeveral<Column extends string>(
  { from: [a, b, c, d], of }: Definition<Column>,
  queries: Record<Column, number>[],
): boolean {
  const at = (query: Record<Column, number>, column: Column | undefined) => (column === undefined ? 0 : query[column])
  let found = 0
  for (const query of queries) {
    if (!Number.isNaN(of(at(query, a), at(query, b), at(query, c), at(query, d)))) found++
    if (found > 1) return true
  }
  return false
}

/** The percentile interval over the resamples, whose order it changes. Those in which the measure has no base are left out. */
function intervalOf(values: Float64Array): Interval | null {
  let count = 0
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number
    if (!Number.isNaN(value)) values[count++] = value
  }
  return percentileInterval(values.subarray(0, count))
}

function applyTo(
  of: Definition<string>['of'],
  [a, b, c, d]: [Float64Array, Float64Array, Float64Array, Float64Array],
  values: Float64Array,
): Float64Array {
  for (let index = 0; index < values.length; index++)
    values[index] = of(a[index] as number, b[index] as number, c[index] as number, d[index] as number)
  return values
}
