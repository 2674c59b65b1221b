// The boundaries of rows that show coarse time, and the instants around each of them.

import type { TestDatabase } from '../database/test-database.ts'
import type { CoarseTime } from '../sql/coarse-time.ts'
import { quoted } from '../sql/sql-text.ts'
import { type Clock, instantSql, type RowKey, rowTimesSql } from './clock.ts'

/** When a row begins or ends to count: at a time of the row, or an interval of a rule from it. */
export interface Boundary {
  near: RowKey
  /** What it has in common with others, one of which is enough: the column, the interval, the length of the month. */
  kind: string
  /** Just before it, and just after it. */
  before: string
  after: string
  /** The instants to try. */
  instants: string[]
}

interface Wanted {
  /** The time of proof.yaml. */
  base: string
  columns: ReadonlySet<string>
  /** From the time of a row to a boundary, as SQL: those that matter most first. */
  lengths: string[]
  /** Where the code handles time coarsely. Where it counts months, rows in months of each length are wanted. */
  places: CoarseTime[]
}

/** How many boundaries of one kind are looked at. */
const MOST_OF_KIND = 8

/**
 * Those first that show most: of a time that is no full hour and no midnight, next to the time of proof.yaml. Where
 * the code counts months, those before them whose interval is shorter than its months: 30 days from 20 March.
 */
export async function coarseBoundaries(
  database: TestDatabase,
  clock: Clock,
  { base, columns, lengths, places }: Wanted,
): Promise<Boundary[]> {
  const times = rowTimesSql(database, columns)
  if (times === undefined) return []
  const countsMonths = places.some(place => place.countsMonths)
  const values = lengths.map((length, nth) => `(${nth}, ${length})`)
  const month = "date_trunc('month', least(t.at, b.at))"
  const length = countsMonths ? `extract(day from ${month} + interval '1 month' - interval '1 day')` : '0'
  const [result] = await database.session.run(`
    with boundary as (
      select b.*, l.nth, t.source, t.key, concat_ws(' ', t.source, t.column_name, l.nth, ${length}) as kind,
        ${countsMonths ? 'b.by_months > b.at' : 'false'} as is_longer,
        abs(extract(epoch from b.at - ${quoted(base)}::timestamp)) as distance
      from (${times}) t cross join (values ${values.join(', ')}) l (nth, length)
      cross join lateral (values (t.at + l.length, t.at + justify_days(l.length))) b (at, by_months)
    ), ranked as (
      select *, row_number() over (partition by kind order by is_longer desc, at = date_trunc('day', at),
        at = date_trunc('hour', at), distance, source, key) as rank
      from boundary
    )
    select source, key, kind, ${instantsSql(clock, places).join(', ')}
    from ranked where rank <= ${MOST_OF_KIND} order by rank, nth, distance, kind`)
  return (result?.rows ?? []).map(([table, key, kind, before, after, ...others]) => ({
    near: { table: table ?? '', key: key ?? '' },
    kind: kind ?? '',
    before: before ?? '',
    after: after ?? '',
    instants: [...new Set([before ?? '', after ?? '', ...others.flatMap(at => at ?? [])])],
  }))
}

/** Just before and after a boundary, a day from it; where months are counted, some days after; else when its day begins and ends. */
function instantsSql({ step, format }: Clock, places: CoarseTime[]): string[] {
  const least = `interval ${quoted(step)}`
  const day = "date_trunc('day', at)"
  const some = (countsMonths: boolean, instants: string[]) =>
    places.some(place => place.countsMonths === countsMonths) ? instants : []
  return [
    `at - ${least}`,
    `at + ${least}`,
    "at - interval '1 day'",
    "at + interval '1 day'",
    ...some(false, [`${day} + ${least}`, `${day} + interval '1 day' - ${least}`]),
    ...some(true, ['by_months', "at + interval '2 days'", "at + interval '3 days'"]),
  ].map(at => instantSql(at, format))
}
