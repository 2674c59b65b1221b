// Calls that ask for a hidden value. A search that looks into a hidden column shows it only to a caller who asks for
// just the value that is there: `term: 's11'`, where s11 is the secret of a document. An insert that fails because a
// hidden row has the same key tells of that row.

import { sampleEvenly } from '../../lib/sample-evenly.ts'
import { typeOf } from '../database/parameter-types.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { rowCondition, visibleSql } from '../database/visibility.ts'
import type { Condition, QueryPlan, Value } from '../plan/plan.ts'
import type { Table } from '../postgres/catalog.ts'
import { identifier } from '../sql/sql-text.ts'
import type { Parameters } from './parameters.ts'
import type { PlannedCall } from './planned-call.ts'
import { canHoldText, isText } from './value-types.ts'
import { validValues } from './values/valid-values.ts'
import { valuesWithText } from './values-with-text.ts'

/** Values that rules hide from an actor in one column. */
export interface HiddenValues {
  /** `users.email` */
  column: string
  values: string[]
  /** The one parameter in which they are sent. Absent: in each. */
  parameter?: string
}

/** The most values of one column. */
const MOST_OF_COLUMN = 40
/** The most values of a column that no rule calls hidden and that is no key: of a title, for example. */
const MOST_OF_PLAIN_COLUMN = 3
/** How many characters the shortest part of a hidden text has. */
const PART_LENGTH = 3

/**
 * Of each column that is hidden from the actor, the values in rows that the actor may see; then the natural keys of the
 * rows that are hidden from the actor; then what stands there in columns with the name of a text parameter, since code may compare
 * a new title with all titles.
 */
export async function hiddenValues(
  database: TestDatabase,
  actor: string,
  query: Pick<QueryPlan, 'parameters'>,
): Promise<HiddenValues[]> {
  const { plan, tables } = database
  const context = plan.actors[actor] ?? {}
  const found: HiddenValues[] = []
  const read = async (table: string, column: string, where: string, about: Condition, parameter?: string) => {
    const name = `${identifier(table)}.${identifier(column)}`
    const sql = `select distinct ${name}::text from ${identifier(table)} where ${where} and ${name} is not null order by 1`
    const values = (await database.ask(sql, about)).flatMap(([value]) => (value ? [value] : []))
    const most = parameter === undefined ? MOST_OF_COLUMN : MOST_OF_PLAIN_COLUMN
    const only = parameter === undefined ? {} : { parameter }
    if (values.length > 0) found.push({ column: `${table}.${column}`, values: sampleEvenly(values, most), ...only })
  }
  const visible = (table: string) => plan.rules.flatMap(rule => visibleSql(database, rule, table, context) ?? [])
  for (const [source, condition] of plan.rules.flatMap(({ columns }) => Object.entries(columns))) {
    const [table = '', column = ''] = source.split('.')
    const isHidden = `not coalesce((${database.bind(condition, context)}), false)`
    await read(table, column, [...(tables.has(table) ? visible(table) : []), isHidden].join(' and '), condition)
  }
  for (const table of tables.values()) {
    const rule = plan.rules.find(({ rows }) => table.name in rows || '*' in rows)
    if (!rule) continue
    const isHidden = `not (${visible(table.name).join(' and ')})`
    const about = rowCondition(rule, table.name)
    const keys = naturalKeys(table)
    for (const column of keys) await read(table.name, column, isHidden, about)
    for (const { name, baseType } of table.columns)
      if (isText(baseType) && !keys.includes(name) && query.parameters.some(one => one.name === name))
        await read(table.name, name, isHidden, about, name)
  }
  return found
}

/** Texts that are unique and point at no other table: an e-mail address, the number of an order. */
function naturalKeys({ columns, references, primaryKey }: Table): string[] {
  const pointing = new Set([...references.flatMap(key => key.columns), ...primaryKey])
  return columns
    .filter(({ name, isKey, baseType }) => isKey && isText(baseType) && !pointing.has(name))
    .map(({ name }) => name)
}

/**
 * The call with each hidden value in each parameter whose values are not taken from a column. `withParts`: also with
 * parts of hidden texts, which a search by pattern would find. `most`: how many values one parameter gets, beside one of each
 * column.
 */
export async function hiddenValueCalls(
  database: TestDatabase,
  query: QueryPlan,
  start: Parameters,
  hidden: HiddenValues[],
  { withParts, most }: { withParts: boolean; most: number },
): Promise<PlannedCall[]> {
  const calls: PlannedCall[] = []
  for (const { name, columns, isLimit, values: written } of query.parameters) {
    if (columns.length > 0 || isLimit) continue
    const type = typeOf(database, query, name)
    const samples = [...written, start[name] ?? null].filter(value => value !== null)
    const sent: { value: Value; column: string }[] = []
    for (const { column, values, parameter = name } of hidden) {
      if (parameter !== name) continue
      const texts = withParts && isText(type) ? [...values, ...values.flatMap(partsOf)] : values
      const held = canHoldText(type)
        ? texts.flatMap(text => valuesWithText(type, samples, text))
        : await validValues(database, type, texts)
      sent.push(...[...new Set(held)].map(value => ({ value, column })))
    }
    // The first value of each column is always sent.
    const isFirst = (one: (typeof sent)[number]) => sent.find(({ column }) => column === one.column) === one
    const others = sampleEvenly(
      sent.filter(one => !isFirst(one)),
      most,
    )
    for (const { value, column } of [...sent.filter(isFirst), ...others])
      calls.push({
        parameters: { ...start, [name]: value },
        reason: 'hidden values',
        why: `${name}: hidden value of ${column}`,
      })
  }
  return calls
}

/** The first word, the first characters, and the text in small letters. */
function partsOf(text: string): string[] {
  const [word = ''] = text.match(/[\p{L}\p{N}]+/u) ?? []
  return [word, text.slice(0, PART_LENGTH), text.toLowerCase()].filter(part => part !== '')
}
