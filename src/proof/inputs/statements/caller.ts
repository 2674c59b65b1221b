// What one caller has at hand to write statements: rows that the caller may see, rows that rules hide, and values for columns.

import type { Value } from '../../plan/plan.ts'
import type { Column, Table } from '../../postgres/catalog.ts'
import type { GrantedColumn, GrantedRelation } from '../../postgres/rights.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import type { Actor } from '../../worlds/actors.ts'
import { isNumber, isText } from '../value-types.ts'
import { type KnownData, type KnownRow, type SeenRows, seenRows } from './known-rows.ts'

/** A table or view, with what its rows are known by. */
export interface Target {
  relation: GrantedRelation
  /** The table whose primary key the relation has; of several, the one that most of the columns have their names from. */
  table: Table | undefined
  /** The columns of that key which the role may read; none where one is missing. */
  key: GrantedColumn[]
  rows: SeenRows
}

/** A value for a column, and what it is to the caller. */
export interface ColumnValue {
  value: Value
  what: string
  /** It is one of a list: a label of an enum, true or false, a text of a CHECK. */
  isChoice?: true
}

/** The most values that a column is given. */
const MOST_VALUES = 4
const NEW_VALUES: [(type: string) => boolean, string][] = [
  [isText, 'new'],
  [isNumber, '90001'],
  [type => type === 'uuid', '00000000-0000-4000-8000-0000000000ff'],
]

export function targetOf(data: KnownData, actor: Pick<Actor, 'hidden' | 'context'>, relation: GrantedRelation): Target {
  const names = new Set(relation.columns.map(({ name }) => name))
  const common = ({ columns }: Table) => columns.filter(({ name }) => names.has(name)).length
  const tables = relation.sources
    .flatMap(source => data.tables.get(source) ?? [])
    .toSorted((a, b) => common(b) - common(a))
  const hasKey = ({ primaryKey }: Table) => primaryKey.length > 0 && primaryKey.every(name => names.has(name))
  const table = tables.find(hasKey) ?? tables[0]
  const key = table && hasKey(table) ? relation.columns.filter(({ name }) => table.primaryKey.includes(name)) : []
  return {
    relation,
    table,
    key: key.every(({ mayRead }) => mayRead) ? key : [],
    rows: table ? unlikeFirst(data, actor, table) : { own: [], foreign: [] },
  }
}

/** The rows in sight, those first that differ in their state, or in whether they name the caller: a draft of the caller's own. */
function unlikeFirst(data: KnownData, { hidden, context }: Pick<Actor, 'hidden' | 'context'>, table: Table): SeenRows {
  const seen = seenRows(data, { hidden }, table.name)
  const states = table.columns.filter(column => labelsOf(data, table, column).length > 0)
  const trusted = new Set(Object.values(context))
  const kindOf = (row: KnownRow) =>
    JSON.stringify([
      states.map(({ name }) => row[name]),
      table.references.flatMap(({ columns }) => columns).map(name => trusted.has(row[name] ?? null)),
    ])
  const firsts = new Set([...Map.groupBy(seen.own, kindOf).values()].flatMap(([first]) => (first ? [first] : [])))
  return { ...seen, own: [...firsts, ...seen.own.filter(row => !firsts.has(row))] }
}

/** The column of a table that stands behind the column of a relation: of a view, the one of the same name. */
function sourceColumn(data: KnownData, { relation, table }: Target, name: string): Column | undefined {
  const tables = [table, ...relation.sources.map(source => data.tables.get(source))]
  return tables.flatMap(one => one?.columns.find(column => column.name === name) ?? [])[0]
}

/**
 * Values for a column: what the caller has, what is hidden from the caller, the labels of a list, something new. A foreign key
 * gets keys of the table that it points at.
 */
export function valuesFor(
  data: KnownData,
  actor: Pick<Actor, 'hidden'>,
  target: Target,
  { name, type }: GrantedColumn,
): ColumnValue[] {
  const column = sourceColumn(data, target, name)
  const { table, rows } = target
  const of = (list: KnownRow[], from: string, what: string) =>
    list.flatMap(row => (row[from] === undefined || row[from] === null ? [] : { value: row[from], what }))
  const references = (table?.references ?? []).flatMap(({ columns, table: to, targets }) => {
    const at = columns.indexOf(name)
    if (at < 0) return []
    const pointedAt = seenRows(data, actor, to)
    const from = targets[at] ?? ''
    return [...of(pointedAt.foreign, from, 'foreign key'), ...of(pointedAt.own.slice(0, 3), from, 'own key')]
  })
  const labels = choices(data, target, name)
  if (labels.length > 0)
    return withNull(distinct(labels.map(value => ({ value, what: 'choice', isChoice: true as const }))), column)
  const foreign = of(rows.foreign, name, 'foreign value')
  const own = of(rows.own.slice(0, 1), name, 'own value')
  const fresh = NEW_VALUES.flatMap(([fits, value]) => (fits(type) ? { value, what: 'new value' } : []))
  if (!isTelling(data, target, name)) return [...fresh, ...foreign, ...own].slice(0, 1)
  if (references.length > 0) return withNull(distinct([...foreign, ...references]), column)
  // Of a unique key, a value of the caller's own is taken.
  return withNull(distinct(column?.isKey ? [...foreign, ...fresh] : [...foreign, ...own]), column)
}

/** Whether the value of a column says whose row it is, or in which state; or a rule is about it. */
export function isTelling(data: KnownData, target: Target, name: string): boolean {
  const isKey = sourceColumn(data, target, name)?.isKey ?? false
  return isKey || data.ruleWords.has(name) || choices(data, target, name).length > 0
}

/** The labels of an enum, true and false, and the texts that a CHECK of the column lists. */
function choices(data: KnownData, target: Target, name: string): string[] {
  const { baseType = '' } = sourceColumn(data, target, name) ?? {}
  return labelsOf(data, target.table, { name, baseType })
}

function labelsOf(
  data: KnownData,
  table: Table | undefined,
  { name, baseType }: Pick<Column, 'name' | 'baseType'>,
): string[] {
  const labels = data.labels.get(baseType) ?? (baseType === 'boolean' ? ['true', 'false'] : [])
  return [...labels, ...checkedTexts(table, name)]
}

function withNull(values: ColumnValue[], column: Column | undefined): ColumnValue[] {
  return [...values.slice(0, MOST_VALUES), ...(column?.isNullable ? [{ value: null, what: 'NULL' }] : [])]
}

/** The texts that a CHECK of the column lists: `status in ('draft', 'filed')`. */
function checkedTexts(table: Table | undefined, name: string): string[] {
  const checks = (table?.constraints ?? []).filter(({ columns }) => columns.length === 1 && columns[0] === name)
  return checks.flatMap(({ condition = '' }) =>
    [...condition.matchAll(/'((?:[^']|'')*)'/g)].flatMap(([, text]) => text ?? []),
  )
}

function distinct(values: ColumnValue[]): ColumnValue[] {
  const byValue = new Map<Value, ColumnValue>()
  for (const one of values) if (!byValue.has(one.value)) byValue.set(one.value, one)
  return [...byValue.values()]
}

/** A value that no row has, where the type is a common one. */
export function newValue(type: string): string | undefined {
  return NEW_VALUES.find(([fits]) => fits(type))?.[1]
}

/** A value as a client writes it: `7`, `'new'`, `null`. */
export function written(value: Value | undefined, type: string): string {
  if (value === null || value === undefined) return 'null'
  return isNumber(type) && /^-?\d{1,9}$/.test(value) ? value : quoted(value)
}

/** `docs`, and `"Docs"` where PostgreSQL needs quotes. */
export function named(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED.has(name) ? name : identifier(name)
}

const RESERVED: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc both case cast check collate column constraint create current_date current_user default
  desc distinct do else end except false fetch for foreign from grant group having in initially intersect into lateral leading limit
  offset on only or order placing primary references returning select session_user some table then to true union unique user using
  variadic when where window with authorization binary collation concurrently cross freeze full ilike inner is isnull join left like
  natural notnull outer overlaps right similar tablesample verbose`.split(/\s+/),
)

/** `id = 11 and person_id = 2` */
export function keyCondition({ key }: Target, row: KnownRow, alias = ''): string {
  return key.map(({ name, type }) => `${alias}${named(name)} = ${written(row[name], type)}`).join(' and ')
}

export function listedNames(columns: { name: string }[]): string {
  return columns.map(({ name }) => named(name)).join(', ')
}
