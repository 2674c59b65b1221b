// Calls that ask for a hidden value. A search that looks into a hidden column shows it only to a caller who asks for
// just the value that is there: `term: 's11'`, where s11 is the secret of a document.

import { typeOf } from '../database/parameter-types.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { visibleSql } from '../database/visibility.ts'
import type { QueryPlan } from '../plan/plan.ts'
import { identifier } from '../sql/sql-text.ts'
import type { Parameters } from './parameters.ts'
import { canHoldText, isText } from './value-types.ts'
import { valuesWithText } from './values-with-text.ts'

/**
 * By each actor in `works`: of each column that is hidden from the actor, one value from a row that the actor may see.
 */
export async function hiddenValues(database: TestDatabase, query: QueryPlan): Promise<Map<string, Set<string>>> {
  const { plan, tables } = database
  const found = new Map<string, Set<string>>()
  for (const actor of new Set(query.works.map(({ as }) => as))) {
    const context = plan.actors[actor] ?? {}
    const values = new Set<string>()
    for (const [source, condition] of plan.rules.flatMap(({ columns }) => Object.entries(columns))) {
      const [table = '', name = ''] = source.split('.')
      const visible = tables.has(table)
        ? plan.rules.flatMap(rule => visibleSql(database, rule, table, context) ?? [])
        : []
      const conditions = [...visible, `not coalesce((${database.bind(condition, context)}), false)`]
      const column = `${identifier(table)}.${identifier(name)}`
      const sql = `select min(${column}::text) from ${identifier(table)} where ${conditions.join(' and ')}`
      for (const [value] of await database.ask(sql, condition)) if (value) values.add(value)
    }
    found.set(actor, values)
  }
  return found
}

/** The call with each hidden value in each parameter whose values are not taken from a column. */
export function hiddenValueCalls(
  database: TestDatabase,
  query: QueryPlan,
  start: Parameters,
  hidden: ReadonlySet<string>,
): Parameters[] {
  return query.parameters
    .filter(({ columns, isLimit }) => columns.length === 0 && !isLimit)
    .flatMap(({ name, values }) => {
      const type = typeOf(database, query, name)
      const samples = [...values, start[name] ?? null].filter(value => value !== null)
      const sent = [...hidden].flatMap(value =>
        canHoldText(type) ? valuesWithText(type, samples, value) : isOfType(value, type) ? [value] : [],
      )
      return sent.map(value => ({ ...start, [name]: value }))
    })
}

function isOfType(value: string, type: string): boolean {
  if (/^(int|integer|bigint)$/.test(type)) return /^-?\d{1,9}$/.test(value)
  return isText(type) || (/^numeric$/.test(type) && /^-?\d+(\.\d+)?$/.test(value))
}
