// Variations of a call that works: one parameter at a time gets another value, or several get the values of one row.

import { typeOf } from '../database/parameter-types.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { ParameterPlan, QueryPlan, Value } from '../plan/plan.ts'
import { type ListParameter, mixedCalls } from './mixed-lists.ts'
import { isPrimaryKey } from './parameter-columns.ts'
import type { ParameterValues } from './parameter-values.ts'
import type { Parameters } from './parameters.ts'
import type { PlannedCall } from './planned-call.ts'
import type { TableRows } from './table-rows.ts'

/** The call with the values of each row of a table, then with each value of each parameter alone. */
export function variationsOf(
  database: TestDatabase,
  query: QueryPlan,
  start: Parameters,
  values: ParameterValues,
  tables: TableRows[],
): PlannedCall[] {
  const inTables = new Set(tables.flatMap(({ names }) => names))
  const inRows = tables.flatMap(({ table, names, rows }) =>
    rows.map(row => ({
      parameters: { ...start, ...row },
      reason: 'rows' as const,
      why: `${names.join(', ')}: each row of ${table}`,
    })),
  )
  const alone = query.parameters.flatMap(parameter => {
    const { name } = parameter
    // Each key has been sent with the rest of its row. Alone are sent only values that no row may have.
    const isSent = inTables.has(name) && isPrimaryKey(database, parameter)
    const sent = isSent ? [null, ...parameter.values] : (values.get(name) ?? [])
    const type = typeOf(database, query, name)
    return sent.map(value => ({
      parameters: { ...start, [name]: value },
      reason: 'values' as const,
      why: `${name}: ${sourceOf(parameter, type, value)}`,
    }))
  })
  return [...inRows, ...alone]
}

/** Where a value of a parameter comes from. */
function sourceOf({ values, columns, isLimit }: ParameterPlan, type: string, value: Value): string {
  if (value === null) return 'NULL'
  if (values.includes(value)) return 'value of proof.yaml'
  if (columns.length > 0) return `every value of ${columns.join(', ')}`
  if (isLimit) return 'page size'
  return values.length === 0 && value !== '' && value !== '%' ? `each label of ${type}` : 'text that may match all'
}

/** The call with more elements in its lists. */
export function longerLists(
  database: TestDatabase,
  query: QueryPlan,
  start: Parameters,
  values: ParameterValues,
): PlannedCall[] {
  return mixedCalls(start, listParameters(database, query, values)).map(parameters => ({
    parameters,
    reason: 'lists',
    why: 'a list with the elements of another',
  }))
}

/** The parameters that take a list. */
export function listParameters(database: TestDatabase, query: QueryPlan, values: ParameterValues): ListParameter[] {
  return query.parameters
    .map(({ name }) => ({ name, type: typeOf(database, query, name), values: values.get(name) ?? [] }))
    .filter(({ type }) => /\[\]$|^jsonb?$/.test(type))
}
