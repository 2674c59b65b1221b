// The clock: the trusted parameter that says what time it is, and the instants at which something may change.

import type { TestDatabase } from '../database/test-database.ts'
import type { ProofPlan } from '../plan/plan.ts'
import { ruleConditions } from '../plan/rule-conditions.ts'
import { daysIn, intervalsIn } from '../sql/literals.ts'
import { identifier, quoted } from '../sql/sql-text.ts'

export interface Clock {
  /** The trusted parameter: `now`. */
  name: string
  /** The least time between two instants: half a second, so that a whole second that is cut off shows, or a day. */
  step: string
  /** How PostgreSQL writes an instant. */
  format: string
}

/** A row with a time that the clock may be compared with. */
export interface RowKey {
  table: string
  key: string
}

/** A time that the clock may show, with the row that made it interesting. */
export interface Instant {
  at: string
  near?: RowKey
}

/** The first trusted parameter that holds a time; undefined where there is none. */
export function clockOf({ context }: ProofPlan): Clock | undefined {
  for (const [name, type] of Object.entries(context)) {
    if (type === 'date') return { name, step: '1 day', format: 'YYYY-MM-DD' }
    if (/^timestamp/.test(type)) return { name, step: '500 milliseconds', format: 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' }
  }
  return undefined
}

/** What rules say of time: the words in conditions that name the clock, and the intervals in them. */
export interface TimeWords {
  words: ReadonlySet<string>
  intervals: string[]
}

export function timeWordsOf(clock: Clock, texts: string[]): TimeWords {
  return {
    words: new Set(texts.flatMap(text => text.match(/\w+/g) ?? [])),
    intervals: [
      ...new Set(
        texts.flatMap(text => (clock.step === '1 day' ? [...intervalsIn(text), ...daysIn(text)] : intervalsIn(text))),
      ),
    ],
  }
}

/** The conditions of rules that name the clock: all, those on what callers see, or those on changes. */
export function clockConditions(
  { rules }: ProofPlan,
  { name }: Clock,
  which: 'all' | 'rows' | 'changes' = 'all',
): string[] {
  const left = which === 'rows' ? { changes: {}, requires: [] } : which === 'changes' ? { rows: {}, columns: {} } : {}
  const names = new RegExp(`:${name}\\b`)
  return rules
    .flatMap(rule =>
      ruleConditions({ ...rule, ...left }).filter(condition => which !== 'rows' || condition !== rule.always),
    )
    .map(({ sql }) => sql)
    .filter(sql => names.test(sql))
}

/** A query for the times of rows in all columns of dates and times that have one of these names; undefined: there are none. */
export function rowTimesSql({ tables }: TestDatabase, names: ReadonlySet<string>): string | undefined {
  const queries = [...tables.values()].flatMap(({ name: table, columns, primaryKey }) => {
    const [key = 'ctid'] = primaryKey.length === 1 ? primaryKey : []
    return columns
      .filter(({ name, baseType }) => names.has(name) && /^(timestamp|date)/.test(baseType))
      .map(({ name }) => {
        const column = identifier(name)
        return `select ${column}::timestamp as at, ${quoted(table)} as source, ${identifier(key)}::text as key, ${quoted(name)} as column_name
          from ${identifier(table)} where isfinite(${column})`
      })
  })
  return queries.length === 0 ? undefined : queries.join(' union all ')
}

/** The SQL of an instant as text, without a fraction of a second that is none. */
export function instantSql(at: string, format: string): string {
  return `replace(to_char(${at}, ${quoted(format)}), '.000Z', 'Z')`
}

/** The intervals as a table; one of no length is always among them. */
export function intervalsSql(intervals: string[]): string {
  return `(values ${['0', ...intervals].map(one => `(interval ${quoted(one)})`).join(', ')})`
}
