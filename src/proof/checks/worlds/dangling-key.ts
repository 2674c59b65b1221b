import type { ResultDigest } from '../../cases/outcome.ts'
import type { HiddenRow } from '../../database/hidden-rows.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { Parameters } from '../../inputs/parameters.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * A permitted row may point at a hidden one, and what writes may copy that key from it. In a world without the hidden row
 * the copy points at nothing and is refused: that is the world's doing. A key that the client sent is another matter.
 */
export function isDangling(
  { tables }: TestDatabase,
  parameters: Parameters,
  real: ResultDigest | undefined,
  other: ResultDigest | undefined,
  hidden: HiddenRow[],
): boolean {
  if (other?.error !== FOREIGN_KEY_VIOLATION || real === undefined || real.error !== undefined) return false
  const sent = new Set(Object.values(parameters).flatMap(value => value?.match(/[^\s{}[\]",:]+/g) ?? []))
  return !hidden.some(({ table, image }) => {
    const row = JSON.parse(image)
    return tables.get(table)?.primaryKey.some(name => sent.has(String(row[name])))
  })
}
