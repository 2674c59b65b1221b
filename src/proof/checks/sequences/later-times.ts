import type { TestDatabase } from '../../database/test-database.ts'
import { quoted } from '../../sql/sql-text.ts'
import { clockConditions, clockOf, instantSql } from '../../worlds/clock.ts'
import { ruleInstants } from '../../worlds/rule-clocks.ts'

/** How many times of rows are taken. */
const MOST_OF_ROWS = 6
/** How much later the sequences of every application may go on: long enough for what begins with an earlier step to end. */
const SPANS = ['2 hours', '8 days', '32 days', '1 year']

/** Later times at which a sequence may go on; none where the server sets no time. */
export async function laterTimes(database: TestDatabase): Promise<string[]> {
  const clock = clockOf(database.plan)
  const base = clock && Object.values(database.plan.actors)[0]?.[clock.name]
  if (!clock || base == null) return []
  const instants = await ruleInstants(database, clock, base, clockConditions(database.plan, clock))
  const ofRows = instants.map(({ at }) => at).filter(at => Date.parse(at) > Date.parse(base))
  const [result] = await database.session.run(`select ${instantSql('at', clock.format)}
    from unnest(array[${SPANS.map(quoted).join(', ')}]::interval[]) with ordinality s (length, nth)
    cross join lateral (select ${quoted(base)}::timestamp + length as at) t order by nth`)
  const ofSpans = (result?.rows ?? []).map(([at]) => at ?? '')
  return [...new Set([...ofRows.slice(0, MOST_OF_ROWS), ...ofSpans])]
}
