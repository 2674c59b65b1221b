import type { TestDatabase } from '../../database/test-database.ts'
import { identifier } from '../../sql/sql-text.ts'

/** The arrays and JSON that are stored in columns, as PostgreSQL and as JSON write them. */
export async function storedLists({ session, tables }: TestDatabase): Promise<Set<string>> {
  const parts = [...tables.values()].flatMap(({ name, columns }) =>
    columns
      .filter(({ baseType }) => /\[\]$|^jsonb?$/.test(baseType))
      .map(column => ({ column: identifier(column.name), table: identifier(name) }))
      .map(({ column, table }) => `select ${column}::text, to_jsonb(${column})::text from ${table}`),
  )
  if (parts.length === 0) return new Set()
  const [result] = await session.run(parts.join(' union '))
  const stored = new Set<string>()
  for (const [text, json] of result?.rows ?? []) {
    if (text) stored.add(text)
    if (json) stored.add(JSON.stringify(JSON.parse(json)))
  }
  return stored
}
