import type { Node } from '../../../sql/node.ts'
import type { Surroundings } from '../../plpgsql/gates/gates.ts'
import type { WithoutPermit } from '../permits.ts'

/** A statement of a migration, with those that come after it. */
export interface PlacedStatement {
  sql: string
  tree: Node
  later: { sql: string; tree: Node }[]
  /** All statements of the migration. */
  all: readonly { sql: string; tree: Node }[]
  /** The tables into which a rule requires rows. */
  required: readonly string[]
  /** Whether clients write statements of their own on the table or view of this name. */
  isExposed: (name: string) => boolean
  /** What is known of the place of the function of this name among the others; undefined where that is not known. */
  surroundingsOf: (name: string) => Surroundings | undefined
  /** The functions that are used as a condition which lets rows through. */
  predicates: ReadonlySet<string>
}

/** A part, with the statements that take it away; without them it cannot be taken away. */
export type PartOfMigration = WithoutPermit

/** The part with other statements around each of its codes. */
export function withCode(part: PartOfMigration, change: (code: string) => string): PartOfMigration {
  const { sql, selector, executed, alike } = part
  const changed = (code: string | undefined) => (code === undefined ? undefined : change(code))
  if (alike) return { ...part, sql: changed(sql), alike: { one: change(alike.one), other: change(alike.other) } }
  if (executed !== undefined) return { ...part, sql: changed(sql), executed: change(executed) }
  if (selector === undefined) return { ...part, sql: changed(sql) }
  const freeze = (value: string) => change(selector.freeze(value))
  return { ...part, sql: changed(sql), selector: { ...selector, telling: changed(selector.telling), freeze } }
}
