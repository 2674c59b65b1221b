// Dead rows: a row that was written and rolled back stays in the file of its table, and every scan has to skip it.

import type { Table } from '../postgres/catalog.ts'
import type { Session } from '../postgres/session.ts'
import { identifier } from '../sql/sql-text.ts'

/** A table is vacuumed when it has this many dead rows. */
const MOST_DEAD_ROWS = 300

interface WithDeadRows {
  session: Session
  tables: Map<string, Table>
  /** By table, row versions that were written and rolled back since the table was last vacuumed. */
  deadRows: Map<string, number>
}

export function addDeadRows({ deadRows }: Pick<WithDeadRows, 'deadRows'>, table: string, rows: number): void {
  deadRows.set(table, (deadRows.get(table) ?? 0) + rows)
}

/** Vacuums tables that have many dead rows. Live rows keep their `ctid`. Must not be called inside a transaction. */
export async function vacuumDeadRows({ deadRows, session, tables }: WithDeadRows): Promise<void> {
  const full = [...deadRows].filter(([, rows]) => rows >= MOST_DEAD_ROWS).map(([name]) => name)
  if (full.length === 0) return
  for (const name of full) deadRows.delete(name)
  const names = full.map(name => (tables.has(name) ? `public.${identifier(name)}` : name))
  await session.run(`vacuum ${names.join(', ')}`)
}
