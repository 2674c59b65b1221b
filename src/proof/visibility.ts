// Which rows and columns a rule hides from a caller, as SQL and as the rows themselves.

import type { ShownRow } from '../domain.ts'
import { type Laboratory, PlanError, tableOf } from './laboratory.ts'
import type { Condition, RulePlan, Value } from './plan.ts'
import { identifier, quoted } from './sql-text.ts'

export interface HiddenRow {
  table: string
  /** Where the row lies: nothing moves it, since everything is rolled back. */
  place: string
  /** As the log of changes would show it. */
  image: string
  /** Of a rule about columns: the ones that are hidden in this row. */
  columns: string[]
}

type Values = Record<string, Value>

/** What must hold of a row (under its table's name) for the rule to show it; undefined where the rule does not speak of the table. */
export function visibleSql(
  laboratory: Laboratory,
  rule: RulePlan,
  table: string,
  values: Values,
  path: string[] = [],
): string | undefined {
  const parts: string[] = []
  const everywhere = rule.rows['*']?.condition
  if (everywhere) parts.push(laboratory.bind(everywhere, values))
  const own = rule.rows[table]
  if (own?.condition) parts.push(laboratory.bind(own.condition, values))
  if (own?.via) {
    const { column, line } = own.via
    const target = tableOf(laboratory.tables, table, line).references.get(column)
    if (!target) throw new PlanError(`${table}.${column} is no foreign key, so nothing can be reached via it.`, line)
    if ([...path, table].includes(target.table)) {
      throw new PlanError(`via ${column} leads from ${table} back to ${target.table}; write this condition out.`, line)
    }
    const reached = visibleSql(laboratory, rule, target.table, values, [...path, table]) ?? 'true'
    const [from, to] = [`${identifier(table)}.${identifier(column)}`, identifier(target.table)]
    parts.push(
      `${from} is null or exists (select 1 from ${to} where ${to}.${identifier(target.column)} = ${from} and ${reached})`,
    )
  }
  return parts.length === 0 ? undefined : parts.map(part => `coalesce((${part}), false)`).join(' and ')
}

/** What holds of a row that the rule hides, among those that the rule it stands within shows. */
export function hiddenSql(laboratory: Laboratory, rule: RulePlan, table: string, values: Values): string | undefined {
  const visible = visibleSql(laboratory, rule, table, values)
  if (visible === undefined) return undefined
  const outer = laboratory.plan.rules.find(({ id }) => id === rule.within)
  const within = outer && visibleSql(laboratory, outer, table, values)
  return `not (${visible})${within ? ` and (${within})` : ''}`
}

/** The tables that a rule's `rows` speak of. */
export function tablesOf(laboratory: Laboratory, rule: RulePlan): string[] {
  for (const name of Object.keys(rule.rows)) if (name !== '*') tableOf(laboratory.tables, name, rule.line)
  return '*' in rule.rows ? [...laboratory.tables.keys()] : Object.keys(rule.rows)
}

/** Every row that the rule hides from the caller, found before anything is deleted. */
export async function findHiddenRows(laboratory: Laboratory, rule: RulePlan, values: Values): Promise<HiddenRow[]> {
  const found: HiddenRow[] = []
  for (const table of tablesOf(laboratory, rule)) {
    const condition = hiddenSql(laboratory, rule, table, values)
    const name = identifier(table)
    const about = aboutRows(rule, table)
    const rows = await laboratory.ask(
      `select ctid::text, to_jsonb(${name})::text from ${name} where ${condition} order by ctid`,
      about,
    )
    found.push(...rows.map(([place, image]) => ({ table, place: place ?? '', image: image ?? '', columns: [] })))
  }
  return found
}

/** Every row in which the rule hides a column from the caller. */
export async function findHiddenColumns(laboratory: Laboratory, rule: RulePlan, values: Values): Promise<HiddenRow[]> {
  const found: HiddenRow[] = []
  const byTable = Map.groupBy(Object.entries(rule.columns), ([column]) => column.split('.')[0] ?? '')
  for (const [table, columns] of byTable) {
    const name = identifier(table)
    const flags = columns.map(([, condition]) => `not coalesce((${laboratory.bind(condition, values)}), false)`)
    const about = columns[0]?.[1] ?? { sql: '', line: rule.line }
    const sql = `select ctid::text, to_jsonb(${name})::text, ${flags.join(', ')} from ${name} where ${flags.join(' or ')} order by ctid`
    for (const [place, image, ...isHidden] of await laboratory.ask(sql, about)) {
      const hidden = columns.flatMap(([column], index) => (isHidden[index] === 't' ? [column.split('.')[1] ?? ''] : []))
      found.push({ table, place: place ?? '', image: image ?? '', columns: hidden })
    }
  }
  return found
}

export function aboutRows(rule: RulePlan, table: string): Condition {
  const own = rule.rows[table] ?? rule.rows['*']
  return own?.condition ?? { sql: own?.via ? `via ${own.via.column}` : table, line: own?.via?.line ?? rule.line }
}

/** Takes these rows away, with foreign keys and triggers off. */
export function deletionSql(rows: HiddenRow[]): string {
  const byTable = Map.groupBy(rows, row => row.table)
  return withoutTriggers(
    [...byTable].map(([table, group]) => `delete from ${identifier(table)} where ctid = any (${places(group)})`),
  )
}

/** Overwrites the hidden columns of these rows: with one value for all, or with another in each row. */
export function overwriteSql(laboratory: Laboratory, rows: HiddenRow[], isEqualForAll: boolean): string {
  const byColumns = Map.groupBy(rows, row => `${row.table} ${row.columns.join(' ')}`)
  return withoutTriggers(
    [...byColumns.values()].map(group => {
      const { table, columns } = group[0] ?? { table: '', columns: [] }
      const types = new Map(laboratory.tables.get(table)?.columns.map(column => [column.name, column.type]))
      const sets = columns.map(
        column =>
          `${identifier(column)} = ${otherValue(identifier(column), types.get(column) ?? 'text', isEqualForAll)}`,
      )
      return `update ${identifier(table)} set ${sets.join(', ')} where ctid = any (${places(group)})`
    }),
  )
}

/** Neither foreign keys nor the log of changes take part. */
export function withoutTriggers(statements: string[]): string {
  return [
    'set local session_replication_role = replica',
    ...statements,
    'set local session_replication_role = origin',
  ].join(';\n')
}

function places(rows: HiddenRow[]): string {
  return `${quoted(`{${rows.map(({ place }) => `"${place}"`).join(',')}}`)}::tid[]`
}

/** A value of the type that is not the stored one. */
function otherValue(column: string, type: string, isEqualForAll: boolean): string {
  const seed = isEqualForAll ? "'0'" : 'ctid::text'
  const number = isEqualForAll ? '42' : `(17 + abs(hashtext(ctid::text)) % 883)`
  if (/^(numeric|double|real|money)/.test(type)) return `${number}::numeric`
  if (/^(small|big)?int/.test(type)) return number
  if (type === 'boolean') return isEqualForAll ? `not coalesce(${column}, false)` : `(hashtext(ctid::text) % 2 = 0)`
  if (/^(timestamp|date)/.test(type)) return `(timestamp '2001-01-01' + ${number} * interval '1 day')::${type}`
  if (/^interval|^time/.test(type)) return `(${number} % 24 * interval '1 hour')::${type}`
  if (type === 'uuid') return `md5(${seed})::uuid`
  if (/^jsonb?$/.test(type)) return `to_jsonb(${number})::${type}`
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (/^(text|character|citext|bytea|name)/.test(type)) return `('x' || left(md5(${seed}), 3))::${type}`
  // An enum, most likely: its first label, or its last where the first is stored.
  return isEqualForAll
    ? `case when ${column} = enum_first(null::${type}) then enum_last(null::${type}) else enum_first(null::${type}) end`
    : `(enum_range(null::${type}))[1 + abs(hashtext(ctid::text)) % array_length(enum_range(null::${type}), 1)]`
}

/** The row as a reader wants to see it. */
export function shownRow(image: string): ShownRow {
  const row: Record<string, unknown> = JSON.parse(image)
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
}
