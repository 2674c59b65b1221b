// What a caller got: the whole outcome, or a digest that is enough to see whether two worlds differ.

import type { Comparison } from '../worlds/world.ts'

/** One change of one row, from the log of changes. */
export interface Change {
  table: string
  operation: 'INSERT' | 'UPDATE' | 'DELETE'
  /** The row before and after, as JSON that PostgreSQL printed. */
  old: string | null
  new: string | null
}

/** All that a sequence of calls gave. */
export interface Outcome {
  error?: { sqlState: string; message: string }
  columns: string[]
  rows: (string | null)[][]
  /** How many rows a statement without a result wrote. */
  affected: number
  /** All changes of the sequence, in their order. */
  changes: Change[]
  /** How many of the changes were made before the last step of the sequence. */
  changesBefore: number
  /** The generated values: see generated-values.ts. */
  generated: string[]
}

/** A short form of an outcome, which can be compared. */
export interface ResultDigest {
  /** The SQLSTATE of an error. */
  error?: string
  message?: string
  /** How many rows came back; of a statement without a result, how many it wrote. */
  returnedOrChanged: number
  /** A digest of the rows, whatever their order. */
  rows: string
  /** A digest of the rows in their order. */
  ordered: string
  /** A digest of the rows' keys; empty for a case whose keys are not compared. */
  keys: string
  changes: Change[]
  /** The generated values: see generated-values.ts. */
  generated: string[]
}

const PLAIN_COMPARISON: Comparison = { ignored: new Set() }

/**
 * The text by which two worlds are compared: rows (in their order only if it is fixed), their number, the SQLSTATE and
 * the changes, without generated values.
 */
export function digestText(
  digest: ResultDigest,
  isOrdered: boolean,
  { ignored, comparesMessages }: Comparison = PLAIN_COMPARISON,
): string {
  if (digest.error !== undefined) return errorText(digest.error, comparesMessages ? (digest.message ?? '') : '')
  const text = `${isOrdered ? digest.ordered : digest.rows}|${digest.returnedOrChanged}`
  if (digest.changes.length === 0) return text
  return `${text}|${changesText(digest.changes, masker(digest.generated), ignored)}`
}

/** The same text, made from a whole outcome. */
export function outcomeText(outcome: Outcome, isOrdered: boolean, { ignored, comparesMessages }: Comparison): string {
  if (outcome.error) return errorText(outcome.error.sqlState, comparesMessages ? outcome.error.message : '')
  const mask = masker(outcome.generated)
  const rows = outcome.rows.map(row => JSON.stringify(row.map(mask)))
  if (!isOrdered) rows.sort()
  return `${rows.join('\n')}|${outcome.affected}|${changesText(outcome.changes, mask, ignored)}`
}

function errorText(sqlState: string, message: string): string {
  return `error ${sqlState} ${message}`
}

/** Changes as text by which they are compared, in one order, without generated values and `ignored` columns. */
export function changesText(
  changes: Change[],
  mask: (cell: string | null) => string | null,
  ignored: ReadonlySet<string>,
): string {
  function comparedValues(image: string | null, table: string): unknown {
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
      ...[change.old, change.new].map(image => comparedValues(image, change.table)),
    ]),
  )
  return lines.sort().join('\n')
}

/** A function that writes `(generated)` in place of generated values, so that two calls can be compared. */
export function masker(generated: string[]): (cell: string | null) => string | null {
  if (generated.length === 0) return cell => cell
  const long = generated.filter(value => value.length >= 8)
  return cell => {
    if (cell === null) return null
    if (generated.includes(cell)) return '(generated)'
    return long.reduce((text, value) => text.replaceAll(value, '(generated)'), cell)
  }
}

/** Whether nothing came back, nothing changed and nothing failed. */
export function isEmptyResult({ error, returnedOrChanged, changes }: ResultDigest): boolean {
  return error === undefined && returnedOrChanged === 0 && changes.length === 0
}

/** The digest of a whole outcome, for a kind that runs one sequence after the other. `key` names the column of the keys. */
export function digestOf({ error, columns, rows, affected, changes, generated }: Outcome, key: string): ResultDigest {
  const mask = masker(generated)
  const lines = rows.map(row => JSON.stringify(row.map(mask)))
  return {
    ...(error ? { error: error.sqlState, message: error.message } : {}),
    returnedOrChanged: rows.length || affected,
    rows: lines.toSorted().join('\n'),
    ordered: lines.join('\n'),
    keys: rows
      .map(row => row[columns.indexOf(key)] ?? '')
      .sort()
      .join('\n'),
    changes,
    generated,
  }
}
