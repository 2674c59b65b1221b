// New values for the columns of a copied row that must be unique.

import type { Column } from '../postgres/catalog.ts'
import { identifier } from '../sql/sql-text.ts'

/** Which keys copies get. */
export interface CopyOrder {
  /** The new keys come after all others, or before them. */
  isAfter: boolean
  /** Copies belong to copies: a key gets the same new value in every column that holds it. */
  isFamily: boolean
  /** So many of the copies get later times too (or earlier ones): a query may sort by a time in place of the key. */
  inTime?: number
  /** Each copy has times a week before those of the copy before it: a query may give one row for each day or week. */
  areWeeksApart?: boolean
  /** Numbers that no rule names are a thousand times as high: a case may ask whether a total is above a threshold. */
  areHigh?: boolean
}

/** A column that gets new values. */
export interface RenewedColumn {
  table: string
  column: string
}

/** The SQL of a value that neither a row of the table nor another copy has; NULL stays NULL. */
export function renewedValue(
  key: RenewedColumn,
  { name, type, baseType, isChecked }: Column,
  order: CopyOrder,
): string {
  const { isFamily } = order
  // A CHECK constraint mostly asks for numbers above zero: such a key is counted upwards in any case.
  const isAfter = order.isAfter || isChecked
  const value = `proof_copy.${identifier(name)}`
  const next = (number: (sql: string) => string, isLast = isAfter) => {
    const keys = `from (select ${number(identifier(key.column))} as number from ${identifier(key.table)}) keys`
    const [end, step] = isLast ? ['max', '+'] : ['min', '-']
    if (!isFamily) return `((select ${end}(number) ${keys}) ${step} proof_nth)`
    const nth = `(select count(*) ${keys} where number ${isLast ? '<=' : '>='} ${number(value)})`
    // The first two subqueries do not depend on the copy, so that PostgreSQL runs them once and not for thousands of copies.
    return `((select ${end}(number) ${keys}) ${step} (select count(*) ${keys}) * (proof_n - 1) ${step} ${nth})`
  }
  if (baseType === 'uuid') return `md5(${value}::text || proof_n)::uuid`
  if (/^(numeric|smallint|integer|bigint|double|real)/.test(baseType))
    return `case when ${value} is not null then ${next(sql => sql)}::${type} end`
  if (baseType === 'date') return `(${value} + proof_n)::${type}`
  if (/^timestamp/.test(baseType)) return `(${value} + proof_n * interval '1 minute')::${type}`
  const range = /^(?:tstz|ts|date|int[48]|num)range$/.exec(baseType)
  if (range) return movedRange(value, type, range[0])
  // Of other types, such as an enum, no new values are known: the copy has the value of its row.
  if (!/^(text|character|citext|name)/.test(baseType)) return value
  const [, length] = /^character(?: varying)?\((\d+)\)$/.exec(baseType) ?? []
  const copy = `${value} || '~' || proof_n`
  const text = length !== undefined && Number(length) < 32 ? `left(md5(${copy}), ${length})` : copy
  // Text that is a number, such as `0042`, stays a number: a CHECK constraint may ask for digits.
  const isNumber = (sql: string) => `${sql} ~ '^[0-9]{1,30}$'`
  // The sign of a number below zero is dropped, so that two copies could be equal. In families that must not be: they
  // count upwards.
  const asNumber = (sql: string) => `case when ${isNumber(sql)} then ${sql}::numeric end`
  const number = `abs(${next(asNumber, isAfter || isFamily)})::text`
  const padded = `(select lpad(digits, greatest(length(${value}), length(digits)), '0') from (select ${number} as digits offset 0) number)`
  return `(case when ${isNumber(value)} then ${padded} else ${text} end)::${type}`
}

/** The SQL of a number a thousand times as high, as far as its type has room; undefined for a column of another type. */
export function highValue({ name, type, baseType }: Column): string | undefined {
  const [, precision, scale = '0'] = /^numeric\((\d+)(?:,(-?\d+))?\)$/.exec(baseType) ?? []
  const most = { smallint: 30_000, integer: 2_000_000_000 }[baseType]
  const room = precision === undefined ? most : 10 ** (Number(precision) - Number(scale)) - 1
  if (!/^(numeric|smallint|integer|bigint|double|real)[^[]*$/.test(baseType)) return undefined
  const high = `(abs(proof_copy.${identifier(name)}::numeric) + 1) * 1000`
  return `case when proof_copy.${identifier(name)} is not null then ${room === undefined ? high : `least(${high}, ${room})`}::${type} end`
}

/** The SQL of the same range far away: most constraints on ranges say that two of them must not overlap. */
function movedRange(value: string, type: string, rangeType: string): string {
  const distance = /^ts/.test(rangeType) ? "interval '1000 days'" : '1000'
  const moved = (bound: string) => `${bound}(${value}) + proof_nth::int * ${distance}`
  const bounds = `case when lower_inc(${value}) then '[' else '(' end || case when upper_inc(${value}) then ']' else ')' end`
  return `${rangeType}(${moved('lower')}, ${moved('upper')}, ${bounds})::${type}`
}
