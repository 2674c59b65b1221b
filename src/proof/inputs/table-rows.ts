import type { TestDatabase } from '../database/test-database.ts'
import type { QueryPlan } from '../plan/plan.ts'
import { identifier } from '../sql/sql-text.ts'
import { MOST_VALUES, sentColumn } from './parameter-columns.ts'
import type { Parameters } from './parameters.ts'

/**
 * Parameters that are columns of one table, with the values of each row: an order's id is sent with the order's
 * version.
 */
export interface TableRows {
  table: string
  /** The parameters. */
  names: string[]
  rows: Parameters[]
}

/** The rows of each table that two or more parameters are columns of. */
export async function tableRows(database: TestDatabase, query: QueryPlan): Promise<TableRows[]> {
  const sources = query.parameters.flatMap(parameter =>
    parameter.columns.slice(0, 1).map(source => ({
      name: parameter.name,
      table: source.split('.')[0] ?? '',
      column: sentColumn(database, query, parameter, source),
    })),
  )
  const groups = [...Map.groupBy(sources, ({ table }) => table)].filter(([, group]) => group.length > 1)
  return Promise.all(
    groups.map(async ([table, group]) => {
      const columns = group.map(({ column }) => `${column}::text`).join(', ')
      const positions = group.map((_, index) => index + 1).join(', ')
      const [result] = await database.session.run(
        `select distinct ${columns} from ${identifier(table)} order by ${positions} limit ${MOST_VALUES}`,
      )
      const names = group.map(({ name }) => name)
      const toParameters = (row: (string | null)[]) =>
        Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))
      return { table, names, rows: (result?.rows ?? []).map(toParameters) }
    }),
  )
}
