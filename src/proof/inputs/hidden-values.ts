import type { TestDatabase } from '../database/test-database.ts'
import { visibleSql } from '../database/visibility.ts'
import type { QueryPlan } from '../plan/plan.ts'
import { identifier } from '../sql/sql-text.ts'

/**
 * By actor whose job the query is: of each column that is hidden from them, a value in a row that they may see. A search
 * that looks into a hidden column gives itself away only to whoever asks for just what is there.
 */
export async function hiddenValues(database: TestDatabase, query: QueryPlan): Promise<Map<string, Set<string>>> {
  const { plan, tables } = database
  const found = new Map<string, Set<string>>()
  for (const actor of new Set(query.works.map(({ as }) => as))) {
    const context = plan.actors[actor] ?? {}
    const values = new Set<string>()
    for (const [source, condition] of plan.rules.flatMap(({ columns }) => Object.entries(columns))) {
      const [table = '', name = ''] = source.split('.')
      const shown = tables.has(table) ? plan.rules.flatMap(one => visibleSql(database, one, table, context) ?? []) : []
      const parts = [...shown, `not coalesce((${database.bind(condition, context)}), false)`]
      const column = `${identifier(table)}.${identifier(name)}`
      const sql = `select min(${column}::text) from ${identifier(table)} where ${parts.join(' and ')}`
      for (const [value] of await database.ask(sql, condition)) if (value) values.add(value)
    }
    found.set(actor, values)
  }
  return found
}
