import type { Change } from '../../cases/outcome.ts'
import { LOG_TABLE } from '../../database/private-names.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'

/** The log of changes, numbered from 1. */
export const LOG = `(select row_number() over (order by seq) as nth, tbl, op, old, new from ${LOG_TABLE})`

/** The logged changes of a table, with the rows `old` and `new`. */
export function loggedRows(table: string): string {
  const row = (image: string) => `lateral jsonb_populate_record(null::public.${identifier(table)}, l.${image}) ${image}`
  return `(select * from ${LOG} every where tbl = ${quoted(table)}) l, ${row('old')}, ${row('new')}`
}

/** The changes at the positions in the first column of the answer. */
export function changesAt(answer: (string | null)[][], changes: Change[]): Change[] {
  return answer.flatMap(([nth]) => changes[Number(nth) - 1] ?? [])
}
