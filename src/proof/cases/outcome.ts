// What a caller got: the whole of it, or a digest that is enough to see whether two worlds differ.

import type { Comparison } from '../worlds/world.ts'

export interface Change {
  table: string
  operation: 'INSERT' | 'UPDATE' | 'DELETE'
  /** JSON text as PostgreSQL prints it. */
  old: string | null
  new: string | null
}

export interface Outcome {
  error?: { sqlState: string; message: string }
  columns: string[]
  rows: (string | null)[][]
  affected: number
  /** All changes of the sequence, in their order. */
  changes: Change[]
  /** How many of the changes were made before the last step of the sequence. */
  changesBefore: number
  /** Values that the database made up in this call: others each time. */
  generated: string[]
}

export interface ResultDigest {
  /** The SQLSTATE, and what was said with it. */
  error?: string
  message?: string
  /** Rows that came back, or were changed where none come back. */
  count: number
  /** The rows as a multiset, and in their order. */
  rows: string
  ordered: string
  /** The keys of the rows, where they are asked for. */
  keys: string
  changes: Change[]
  /** Values that the database made up. */
  generated: string[]
}

const ANYTHING: Comparison = { ignored: new Set() }

/**
 * What two worlds are compared by: the rows (a multiset, unless their order is fixed), the count, the SQLSTATE and the
 * changes, without values that the database makes up.
 */
export function digestText(
  digest: ResultDigest,
  isOrdered: boolean,
  { ignored, comparesMessages }: Comparison = ANYTHING,
): string {
  if (digest.error !== undefined) return errorText(digest.error, comparesMessages ? (digest.message ?? '') : '')
  const text = `${isOrdered ? digest.ordered : digest.rows}|${digest.count}`
  if (digest.changes.length === 0) return text
  return `${text}|${changesText(digest.changes, masker(digest.generated), ignored)}`
}

/** The same of a whole outcome. */
export function outcomeText(outcome: Outcome, isOrdered: boolean, { ignored, comparesMessages }: Comparison): string {
  if (outcome.error) return errorText(outcome.error.sqlState, comparesMessages ? outcome.error.message : '')
  const mask = masker(outcome.generated)
  const rows = outcome.rows.map(row => JSON.stringify(row.map(mask)))
  if (!isOrdered) rows.sort()
  return `${rows.join('\n')}|${outcome.affected}|${changesText(outcome.changes, mask, ignored)}`
}

function errorText(sqlState: string, words: string): string {
  return `error ${sqlState} ${words}`
}

export function changesText(
  changes: Change[],
  mask: (cell: string | null) => string | null,
  ignored: ReadonlySet<string>,
): string {
  function project(image: string | null, table: string): unknown {
    if (image === null) return null
    const row: Record<string, unknown> = JSON.parse(image)
    return Object.entries(row)
      .filter(([name]) => !ignored.has(`${table}.${name}`))
      .map(([name, value]) => [name, typeof value === 'string' ? mask(value) : mask(JSON.stringify(value))])
  }
  const lines = changes.map(change =>
    JSON.stringify([
      change.table,
      change.operation,
      ...[change.old, change.new].map(image => project(image, change.table)),
    ]),
  )
  return lines.sort().join('\n')
}

/** Writes `(generated)` for what the database made up, so that two calls can be compared. */
export function masker(generated: string[]): (cell: string | null) => string | null {
  if (generated.length === 0) return cell => cell
  const long = generated.filter(value => value.length >= 8)
  return cell => {
    if (cell === null) return null
    if (generated.includes(cell)) return '(generated)'
    return long.reduce((text, value) => text.replaceAll(value, '(generated)'), cell)
  }
}

/** Nothing came back, nothing changed, and nothing failed. */
export function isNothing({ error, count, changes }: ResultDigest): boolean {
  return error === undefined && count === 0 && changes.length === 0
}
