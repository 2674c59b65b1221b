import type { TestDatabase } from '../../database/test-database.ts'
import { partsOfMigration } from '../../mutants/permits/migration/parts-of-migration.ts'
import { whyUnclear } from '../../mutants/permits/unclear.ts'
import type { WithoutPermit } from '../kind.ts'
import type { MigrationStatement } from './read-migration.ts'

/** The migration without each of its parts that only permit more. */
export async function withoutPermitsOf(
  { plan: { rules, queries, exposes }, tables }: Pick<TestDatabase, 'plan' | 'tables'>,
  statements: MigrationStatement[],
  /** The query of the case. */
  of: string,
): Promise<WithoutPermit[]> {
  const sent = queries.flatMap(({ operation }) => operation?.sql.sql ?? [])
  const required = rules.flatMap(({ requires }) => requires.map(({ inserts }) => inserts))
  const { relations = [] } = exposes[of] ?? {}
  const isExposed = (name: string) => relations === 'all' || relations.includes(name)
  const keys = Object.fromEntries([...tables].map(([name, { primaryKey }]) => [name, primaryKey]))
  const parts = await partsOfMigration(statements, { required, operations: sent, isExposed, keys })
  return parts.map(({ sql, ...rest }) => ({ ...rest, code: sql }))
}

/** Why the migration cannot be taken apart, with the line in the whole code. */
export function whyMigrationUnclear(statements: MigrationStatement[]): string | undefined {
  for (const { sql, line, isFunction } of statements) {
    const reason = isFunction ? whyUnclear(sql) : undefined
    if (reason !== undefined)
      return reason.replace(/\(line (\d+):/, (_, inside) => `(line ${line + Number(inside) - 1}:`)
  }
  return undefined
}
