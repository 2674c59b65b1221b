// Parameters that take their values from columns of tables, such as `ticket_id: tickets.id`.

import { columnOf, typeOf } from '../database/parameter-types.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { ParameterPlan, QueryPlan } from '../plan/plan.ts'
import { identifier } from '../sql/sql-text.ts'

/** The most values that are read from a column, and the most rows that are read from a table. */
export const MOST_VALUES = 200

export function isList(database: TestDatabase, query: QueryPlan, { name }: ParameterPlan): boolean {
  return typeOf(database, query, name).endsWith('[]')
}

export function isPrimaryKey({ tables }: TestDatabase, { columns }: ParameterPlan): boolean {
  const [table = '', column = ''] = columns[0]?.split('.') ?? []
  return tables.get(table)?.primaryKey.includes(column) ?? false
}

/** The SQL of the value that is sent. A parameter of `docs.id[]` is sent each id in a list of its own: `array[id]`. */
export function sentColumn(database: TestDatabase, query: QueryPlan, parameter: ParameterPlan, source: string): string {
  const { type } = columnOf(database.tables, source, parameter.line)
  const name = identifier(source.split('.')[1] ?? '')
  return isList(database, query, parameter) && !type.endsWith('[]') ? `array[${name}]` : name
}
