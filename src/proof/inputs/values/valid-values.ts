import type { TestDatabase } from '../../database/test-database.ts'
import { quoted } from '../../sql/sql-text.ts'

/**
 * The values that are of the type, each once and in their order. A call with any other value fails before the case is
 * run, and shows nothing.
 */
export async function validValues({ session }: TestDatabase, type: string, values: string[]): Promise<string[]> {
  const once = [...new Set(values)]
  if (once.length === 0) return []
  const list = once.map((value, nth) => `(${nth}, ${quoted(value)})`).join(', ')
  const [result] = await session.run(
    `select nth from (values ${list}) as tried (nth, value) where pg_input_is_valid(value, ${quoted(type)})`,
  )
  const valid = new Set((result?.rows ?? []).map(([nth]) => Number(nth)))
  return once.filter((_, nth) => valid.has(nth))
}
