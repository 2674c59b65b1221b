import type { Parameters } from './calls.ts'
import type { Laboratory } from './laboratory.ts'
import type { Print } from './print-calls.ts'
import type { HiddenRow } from './visibility.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * A permitted row may point at a hidden one, and what writes may copy that key from it. In a world without the hidden row
 * the copy points at nothing and is refused: that is the world's doing. A key that the client sent is another matter.
 */
export function isDangling(
  { tables }: Laboratory,
  parameters: Parameters,
  real: Print | undefined,
  other: Print | undefined,
  hidden: HiddenRow[],
): boolean {
  if (other?.error !== FOREIGN_KEY_VIOLATION || real === undefined || real.error !== undefined) return false
  const sent = new Set(Object.values(parameters).flatMap(value => value?.match(/[^\s{}[\]",:]+/g) ?? []))
  return !hidden.some(({ table, image }) => {
    const row = JSON.parse(image)
    return tables.get(table)?.primaryKey.some(name => sent.has(String(row[name])))
  })
}
