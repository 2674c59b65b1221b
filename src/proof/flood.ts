// Copies of rows, many of them: what a limit on rows has to hold against, and a crowd that hides a row.

import type { Table } from './catalog.ts'
import type { Laboratory } from './laboratory.ts'
import { identifier, quoted } from './sql-text.ts'
import { type HiddenRow, isAt, withoutTriggers } from './visibility.ts'

// The first rows are those of the tenant that a seed starts with; copying all would take seconds.
const MOST_FLOODED = 10

/**
 * So many copies of rows of the tables, of those with the keys where there are any, with other values in the columns that
 * must be unique. Of rows that are unique in more than that, such as the one active loan of a copy, there are no copies.
 */
export function floodSql(
  laboratory: Laboratory,
  flood: Record<string, string[]>,
  copies: number,
  keys: string[],
): string {
  const statements = Object.entries(flood).map(([name, renewed]) =>
    copySql(laboratory, name, renewed, floodedRows(laboratory, name, keys), copies, true),
  )
  return withoutTriggers(statements)
}

/** So many copies of each of these rows, with keys after all others or before them. */
export function copiesSql(
  laboratory: Laboratory,
  flood: Record<string, string[]>,
  rows: HiddenRow[],
  copies: number,
  isAfter: boolean,
): string {
  const statements = [...Map.groupBy(rows, ({ table }) => table)].map(([name, group]) => {
    const source = `select * from ${identifier(name)} where ${isAt(group)}`
    return copySql(laboratory, name, flood[name] ?? [], source, copies, isAfter)
  })
  return withoutTriggers(statements)
}

function copySql(
  laboratory: Laboratory,
  name: string,
  renewed: string[],
  source: string,
  copies: number,
  isAfter: boolean,
): string {
  const columns = laboratory.tables.get(name)?.columns.filter(({ isComputed }) => !isComputed) ?? []
  const list = columns.map(column => identifier(column.name))
  const values = columns.map(column =>
    renewed.includes(column.name) ? renewedValue(name, column, isAfter) : `t.${identifier(column.name)}`,
  )
  return `insert into ${identifier(name)} (${list.join(', ')}) overriding system value
    select ${values.join(', ')} from (select t.*, proof_n, row_number() over () as proof_nth
      from (${source}) t, generate_series(1, ${copies}) proof_n) t
    on conflict do nothing`
}

/** The rows that are known to be permitted; of a table that has none, some that belong to them; else the first. */
function floodedRows(laboratory: Laboratory, name: string, keys: string[]): string {
  const table = identifier(name)
  const { primaryKey = [], references = [] } = laboratory.tables.get(name) ?? {}
  const known = `array[${keys.map(quoted).join(', ')}]::text[]`
  const isOneOf = (column: string) => `${identifier(column)}::text = any (${known})`
  const ranks = [primaryKey.slice(0, 1), references.flatMap(({ columns }) => columns)].map(
    columns => columns.map(isOneOf).join(' or ') || 'false',
  )
  const ranked = `select ${table} as proof_row, case when ${ranks[0]} then 1 when ${ranks[1]} then 2 else 3 end as rank,
    ctid as place from ${table}`
  // Some of both ranks: ids of one table may be those of another.
  return `select (proof_row).* from (select *, row_number() over (partition by rank order by place) as nth,
      min(rank) over () as first from (${ranked}) r) s
    where nth <= case rank when 1 then 40 when 2 then ${MOST_FLOODED} else ${MOST_FLOODED} * (first = 3)::int end`
}

/** A value that no row of the table has, nor another copy; NULL stays NULL. */
function renewedValue(table: string, { name, type, baseType }: Table['columns'][number], isAfter: boolean): string {
  const column = identifier(name)
  const value = `t.${column}`
  const [end, step] = isAfter ? ['max', '+'] : ['min', '-']
  const next = (number: string) => `((select ${end}(${number}) from ${identifier(table)}) ${step} t.proof_nth)`
  if (baseType === 'uuid') return `md5(${value}::text || proof_n)::uuid`
  if (/^(numeric|smallint|integer|bigint|double|real)/.test(baseType))
    return `case when ${value} is not null then ${next(column)}::${type} end`
  if (baseType === 'date') return `(${value} + proof_n)::${type}`
  if (/^timestamp/.test(baseType)) return `(${value} + proof_n * interval '1 minute')::${type}`
  const ranged = /^(?:tstz|ts|date|int[48]|num)range$/.exec(baseType)
  if (ranged) return rangeElsewhere(value, type, ranged[0])
  const [, length] = /^character(?: varying)?\((\d+)\)$/.exec(baseType) ?? []
  const copy = `${value} || '~' || proof_n`
  const text = length !== undefined && Number(length) < 32 ? `left(md5(${copy}), ${length})` : copy
  // A number written as text stays one: a check may ask for digits.
  const isNumber = (one: string) => `${one} ~ '^[0-9]{1,30}$'`
  const number = `abs(${next(`case when ${isNumber(column)} then ${column}::numeric end`)})::text`
  return `(case when ${isNumber(value)} then lpad(${number}, greatest(length(${value}), length(${number})), '0') else ${text} end)::${type}`
}

/** The same range so far away that it does not overlap with another copy: that is what makes ranges unique mostly. */
function rangeElsewhere(value: string, type: string, maker: string): string {
  const far = /^ts/.test(maker) ? "interval '1000 days'" : '1000'
  const at = (bound: string) => `${bound}(${value}) + t.proof_nth::int * ${far}`
  const bounds = `case when lower_inc(${value}) then '[' else '(' end || case when upper_inc(${value}) then ']' else ')' end`
  return `${maker}(${at('lower')}, ${at('upper')}, ${bounds})::${type}`
}
