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
  error?: { sqlState: string; message: string; details?: string; context?: string; values?: string }
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
  /** The notices and warnings of the last call, which the caller is told. */
  notices?: string[]
}

/** A short form of an outcome, which can be compared. */
export interface ResultDigest {
  /** The SQLSTATE of an error. */
  error?: string
  message?: string
  /** What an error tells beside its message: its DETAIL, its HINT, the names of columns and constraints, its context. */
  details?: string
  /** What an error tells that is neither a text of the code nor a value that the caller sent: see told-by-error.ts. */
  values?: string
  /** The code raised the error itself. */
  isRaised?: true
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
  /** The notices and warnings that the caller is told. */
  notices?: string[]
}

const PLAIN_COMPARISON: Comparison = { ignored: new Set() }

/**
 * The text by which two worlds are compared: rows (in their order only if it is fixed), their number, the SQLSTATE and
 * the changes, without generated values.
 */
export function digestText(
  digest: ResultDigest,
  isOrdered: boolean,
  { ignored, messages, acceptsRefusal }: Comparison = PLAIN_COMPARISON,
): string {
  const { error, returnedOrChanged, changes } = digest
  if (acceptsRefusal && (error === undefined ? returnedOrChanged + changes.length === 0 : isRefusal(error))) return ''
  if (digest.error !== undefined) {
    const told = toldText(digest, `${digest.message ?? ''} ${digest.details ?? ''}`, messages)
    return errorText(digest.error, told, digest.notices)
  }
  const rows = `${isOrdered ? digest.ordered : digest.rows}|${digest.returnedOrChanged}`
  const text = digest.notices ? `${rows}|${noticesText(digest.notices, digest.generated)}` : rows
  if (digest.changes.length === 0) return text
  return `${text}|${changesText(digest.changes, masker(digest.generated), ignored)}`
}

/** The same text, made from a whole outcome. */
export function outcomeText(outcome: Outcome, isOrdered: boolean, comparison: Comparison): string {
  const { ignored, messages, acceptsRefusal } = comparison
  const { error, notices = [], generated } = outcome
  const isNothing = outcome.rows.length + outcome.affected + outcome.changes.length === 0
  if (acceptsRefusal && (error ? isRefusal(error.sqlState) : isNothing)) return ''
  if (error) {
    const told = toldText(error, `${error.message} ${error.details ?? ''} ${error.context ?? ''}`, messages)
    return errorText(error.sqlState, told, notices)
  }
  const mask = masker(outcome.generated)
  const rows = outcome.rows.map(row => JSON.stringify(row.map(mask)))
  if (!isOrdered) rows.sort()
  return `${rows.join('\n')}|${outcome.affected}|${noticesText(notices, generated)}|${changesText(outcome.changes, mask, ignored)}`
}

/** What is compared of all that an error tells. */
function toldText({ values = '' }: { values?: string }, all: string, messages: Comparison['messages']): string {
  return messages === 'all' ? all : messages === 'values' ? values : ''
}

/** Whether code raises an error with this SQLSTATE to refuse: by RAISE, for a lack of rights, or for a wrong login. */
function isRefusal(sqlState: string): boolean {
  return /^(P0|28|42501)/.test(sqlState)
}

function noticesText(notices: string[], generated: string[]): string {
  return JSON.stringify(notices.map(masker(generated)))
}

function errorText(sqlState: string, message: string, notices: string[] = []): string {
  return `error ${sqlState} ${message}${notices.length > 0 ? `|${noticesText(notices, [])}` : ''}`
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

/** Whether nothing came back, nothing was told, nothing changed and nothing failed. */
export function isEmptyResult({ error, returnedOrChanged, changes, notices }: ResultDigest): boolean {
  return error === undefined && notices === undefined && returnedOrChanged === 0 && changes.length === 0
}

/** The digest of a whole outcome, for a kind that runs one sequence after the other. `key` names the column of the keys. */
export function digestOf(outcome: Outcome, key: string): ResultDigest {
  const { error, columns, rows, affected, changes, generated, notices } = outcome
  const mask = masker(generated)
  const lines = rows.map(row => JSON.stringify(row.map(mask)))
  return {
    ...(error
      ? {
          ...{
            error: error.sqlState,
            message: error.message,
            details: `${error.details ?? ''} ${error.context ?? ''}`,
          },
          ...(error.values === undefined ? {} : { values: error.values }),
        }
      : {}),
    returnedOrChanged: rows.length || affected,
    rows: lines.toSorted().join('\n'),
    ordered: lines.join('\n'),
    keys: rows
      .map(row => row[columns.indexOf(key)] ?? '')
      .sort()
      .join('\n'),
    changes,
    generated,
    ...(notices ? { notices } : {}),
  }
}
