import type { Body } from '../../../../sql/node.ts'

/** The bits of a trigger's events, as PostgreSQL numbers them. */
export const EVENTS: Record<string, number> = { INSERT: 4, DELETE: 8, UPDATE: 16, TRUNCATE: 32 }

/** The values of a trigger's time. AFTER is 0, which the tree leaves out. */
export const BEFORE = 2
export const AFTER = undefined
export const INSTEAD = 64

/** `trigger shares_readers on shares`. */
export function triggerName({ trigname, relation }: Body<'CreateTrigStmt'>): string {
  return `trigger ${trigname} on ${relation?.relname}`
}
