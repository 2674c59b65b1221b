import type { ResultDigest } from '../../cases/outcome.ts'
import type { HiddenRow } from '../../database/hidden-rows.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { Parameters } from '../../inputs/parameters.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Whether a call fails in a world only because it copied a key that points at a hidden row. A permitted ticket may
 * point at a hidden user, and a case that writes may copy that key. In the world without the user, the copy breaks the
 * foreign key: that is no leak. It is one where the client sent the key.
 */
export function isDanglingCopy(
  { tables }: TestDatabase,
  parameters: Parameters,
  real: ResultDigest | undefined,
  other: ResultDigest | undefined,
  hidden: HiddenRow[],
): boolean {
  if (other?.error !== FOREIGN_KEY_VIOLATION || real === undefined || real.error !== undefined) return false
  const sent = new Set(Object.values(parameters).flatMap(value => value?.match(/[^\s{}[\]()"',:;=]+/g) ?? []))
  // Rows with hidden columns are still there.
  const gone = hidden.filter(({ columns }) => columns.length === 0)
  return !gone.some(({ table, image }) => {
    const row = JSON.parse(image)
    return tables.get(table)?.primaryKey.some(name => sent.has(String(row[name])))
  })
}
