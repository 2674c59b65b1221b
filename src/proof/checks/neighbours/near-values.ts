// Other values for a cell of the seed, each with a word that says what kind of value it is: the next day, no value, the key of
// another row. They are told apart by kind, so that each kind is tried before any kind is tried twice.

import type { TestDatabase } from '../../database/test-database.ts'
import { nowSql } from '../../database/varied-seeds/each-row.ts'
import { isNumber, isText, isTime, isWholeNumber } from '../../inputs/value-types.ts'
import { isLongText } from '../../inputs/values/long-texts.ts'
import type { Column, Table } from '../../postgres/catalog.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import { clockConditions, clockOf, timeWordsOf } from '../../worlds/clock.ts'

/** The SQL of another value for a cell, as text. It may name the columns of the row. */
export interface NearValue {
  kind: string
  sql: string
}

/** What is known beside the schema. */
export interface KnownValues {
  /** The words that the schema lists for a column. */
  labels: string[]
  /** Constants in the code of the cases. */
  literals: readonly string[]
  /** Values of calls: what the server sets for the callers, and what they send. */
  sent: readonly string[]
}

/** The kind of a value that a call has. */
export const SENT = 'of a call'

/** How the kinds of times end that are next to a boundary. */
export const A_SECOND = '1 second'

/** How many values of other rows are tried in a cell. */
const MOST_STORED = 6

/** The other values of a column. */
export function nearValues(
  database: TestDatabase,
  table: Table,
  column: Column,
  { labels, literals, sent }: KnownValues,
): NearValue[] {
  const own = `row.${identifier(column.name)}`
  const none = column.isNullable || column.isChecked ? [{ kind: 'none', sql: 'null' }] : []
  const reference = table.references.find(({ columns }) => columns.includes(column.name))
  if (reference) {
    const target = reference.targets[reference.columns.indexOf(column.name)] ?? ''
    return [
      ...sent.map(value => ({ kind: SENT, sql: storedIn(reference.table, target, value) })),
      ...stored(reference.table, target),
      ...none,
    ]
  }
  const words = [...new Set(labels)].map(label => ({ kind: label, sql: quoted(label) }))
  const named = literals.filter(literal => fits(column, literal))
  const type = column.baseType
  if (type === 'boolean') return [{ kind: 'not', sql: `(not ${own})` }, ...none]
  if (words.length > 0) return [...words, ...none]
  if (isTime(type)) return [...nearTimes(database, table, column), ...ofParents(database, table, column), ...none]
  if (isNumber(type)) return [...nearNumbers(database, column, own, named), ...stored(table.name, column.name), ...none]
  if (isText(type)) return [...nearTexts(own, named), ...stored(table.name, column.name), ...none]
  return [...stored(table.name, column.name), ...none]
}

/** Whether a column may hold a constant of the code. */
function fits({ baseType }: Column, literal: string): boolean {
  if (isText(baseType)) return literal.length > 0 && (literal.length < 40 || isLongText(literal))
  return isNumber(baseType) && /^\d+(\.\d+)?$/.test(literal)
}

/** The SQL of values that other rows have. */
function stored(table: string, column: string): NearValue[] {
  const name = identifier(column)
  return Array.from({ length: MOST_STORED }, (_, nth) => ({
    kind: `another row's ${nth + 1}`,
    sql: `(select o.${name} from (select distinct ${name} from ${identifier(table)} where ${name} is not null) o
      order by md5(o.${name}::text) offset ${nth} limit 1)`,
  }))
}

/** The SQL of a value, if a row has it in this column. */
function storedIn(table: string, column: string, value: string): string {
  const name = identifier(column)
  return `(select o.${name} from ${identifier(table)} o where o.${name}::text = ${quoted(value)} limit 1)`
}

/** What the row that this row belongs to has in a column of the same name: both were deleted at the same instant. */
function ofParents({ tables }: TestDatabase, { references }: Table, { name, type }: Column): NearValue[] {
  return references.flatMap(({ columns, table, targets }) => {
    if (!tables.get(table)?.columns.some(one => one.name === name && one.type === type)) return []
    const isParent = columns.map((own, at) => `o.${identifier(targets[at] ?? '')} = row.${identifier(own)}`)
    return {
      kind: `as in ${table}`,
      sql: `(select o.${identifier(name)} from ${identifier(table)} o where ${isParent.join(' and ')} limit 1)`,
    }
  })
}

/** Times near now and near the other times of the row, and the ends of the hour, the day and the month that it is now. */
function nearTimes(database: TestDatabase, { columns }: Table, column: Column): NearValue[] {
  const now = nowSql(database)
  const others = columns.filter(one => one !== column && isTime(one.baseType))
  const spans =
    column.baseType === 'date'
      ? ['1 day', '40 days', '100 days']
      : [A_SECOND, '25 minutes', '1 day', '40 days', '100 days', '400 days']
  const around = (time: string, name: string) => [
    { kind: name, sql: time },
    ...spans.flatMap(span => [
      { kind: `${name} + ${span}`, sql: `(${time}::timestamptz + interval ${quoted(span)})` },
      { kind: `${name} - ${span}`, sql: `(${time}::timestamptz - interval ${quoted(span)})` },
    ]),
  ]
  const ends = ['hour', 'day', 'month'].flatMap(unit => [
    { kind: `the first second of the ${unit}`, sql: `date_trunc('${unit}', ${now}::timestamptz)` },
    {
      kind: `the last second of the ${unit}`,
      sql: `(date_trunc('${unit}', ${now}::timestamptz) + interval '1 ${unit}' - interval '1 second')`,
    },
  ])
  // When a rule that names the column begins or ends to hold: `claimed_at <= :now - interval '30 minutes'`.
  const boundaries = intervalsAbout(database, column).flatMap(interval =>
    ['-', '+'].flatMap(side =>
      ['-', '+'].map(step => ({
        kind: `now ${side} ${interval} ${step} ${A_SECOND}`,
        sql: `(${now}::timestamptz ${side} interval ${quoted(interval)} ${step} interval ${quoted(A_SECOND)})`,
      })),
    ),
  )
  const cast = ({ kind, sql }: NearValue) => ({ kind, sql: `(${sql})::${column.type}` })
  return [
    ...(now === undefined ? [] : [...around(now, 'now'), ...ends, ...boundaries]),
    ...others.flatMap(({ name }) => [
      { kind: `as ${name}`, sql: `row.${identifier(name)}` },
      { kind: `a day before ${name}`, sql: `(row.${identifier(name)} - interval '1 day')` },
      { kind: `a day after ${name}`, sql: `(row.${identifier(name)} + interval '1 day')` },
    ]),
  ].map(cast)
}

/** The intervals in the conditions of rules that name a column and the clock. */
function intervalsAbout({ plan }: TestDatabase, { name }: Column): string[] {
  const clock = clockOf(plan)
  if (!clock) return []
  const about = clockConditions(plan, clock).filter(condition => timeWordsOf(clock, [condition]).words.has(name))
  return timeWordsOf(clock, about).intervals
}

function nearNumbers(database: TestDatabase, column: Column, own: string, literals: readonly string[]): NearValue[] {
  const step = isWholeNumber(column.baseType) ? '1' : '0.01'
  const beside = (value: string, name: string) => [
    { kind: name, sql: value },
    { kind: `${name} + ${step}`, sql: `(${value} + ${step})` },
    { kind: `${name} - ${step}`, sql: `(${value} - ${step})` },
  ]
  return [
    { kind: 'zero', sql: '0' },
    ...beside(own, 'own').slice(1),
    { kind: 'ten times', sql: `(${own} * 10)` },
    ...literals.flatMap(literal => beside(literal, literal)),
    ...(isWholeNumber(column.baseType) ? [] : amountsIn(database).flatMap(({ kind, sql }) => beside(sql, kind))),
  ]
}

/** The largest and the smallest amount of each column that holds amounts: a total may be compared with a limit. */
function amountsIn({ tables }: TestDatabase): NearValue[] {
  return [...tables.values()].flatMap(({ name, columns }) =>
    columns
      .filter(({ baseType }) => /^numeric/.test(baseType))
      .flatMap(column =>
        ['min', 'max'].map(end => ({
          kind: `${end} of ${name}.${column.name}`,
          sql: `(select ${end}(o.${identifier(column.name)}) from ${identifier(name)} o)`,
        })),
      ),
  )
}

function nearTexts(own: string, literals: readonly string[]): NearValue[] {
  return [
    { kind: 'in capitals', sql: `upper(${own})` },
    { kind: 'in small letters', sql: `lower(${own})` },
    { kind: 'with a blank', sql: `(${own} || ' ')` },
    { kind: 'empty', sql: "''" },
    { kind: 'its beginning', sql: `left(${own}, greatest(1, length(${own}) / 2))` },
    ...literals.map(literal => ({ kind: literal, sql: quoted(literal) })),
  ]
}
