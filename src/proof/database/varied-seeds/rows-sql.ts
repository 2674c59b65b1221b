import { identifier, quoted } from '../../sql/sql-text.ts'
import type { TestDatabase } from '../test-database.ts'

/**
 * The SQL that inserts the rows which the tables hold now. Loading a varied seed takes half a second, since each row is
 * changed by itself; its rows take a tenth of that. Undefined where triggers of the schema would change the rows, or where
 * tables refer to each other in a circle.
 */
export async function rowsSql({ session, tables }: TestDatabase): Promise<string | undefined> {
  if ([...tables.values()].some(({ hasTriggers }) => hasTriggers)) return undefined
  const names = inOrderOfReferences(tables)
  const inserts: string[] = []
  for (const name of names ?? []) {
    const table = `public.${identifier(name)}`
    const [result] = await session.run(
      `select whole_row::text from ${table} whole_row order by whole_row.tableoid, whole_row.ctid`,
    )
    const rows = (result?.rows ?? []).map(([row]) => quoted(row ?? ''))
    if (rows.length === 0) continue
    const columns = (tables.get(name)?.columns ?? [])
      .filter(({ isComputed }) => !isComputed)
      .map(column => identifier(column.name))
    inserts.push(`insert into ${table} (${columns.join(', ')}) overriding system value
      select ${columns.map(column => `(whole_row).${column}`).join(', ')}
      from (select unnest(array[${rows.join(', ')}]::${table}[]) as whole_row offset 0) stored`)
  }
  return names && inserts.join(';\n')
}

/** The tables, each behind those that it refers to; undefined where there is no such order. */
function inOrderOfReferences(tables: TestDatabase['tables']): string[] | undefined {
  const names: string[] = []
  for (let left = [...tables.keys()]; left.length > 0; ) {
    const isReady = (name: string) =>
      (tables.get(name)?.references ?? []).every(({ table }) => table === name || names.includes(table))
    const ready = left.filter(isReady)
    if (ready.length === 0) return undefined
    names.push(...ready)
    left = left.filter(name => !ready.includes(name))
  }
  return names
}
