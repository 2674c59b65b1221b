// Calls, outcomes and changes as a witness keeps them: without generated values, and always in the same order.

import { sortedBy } from '../../lib/sorted-by.ts'
import type { ApplicationCall, ShownChange, ShownOutcome, ShownRow } from '../../witness.ts'
import { type CaseRun, isOrdered } from '../cases/case-run.ts'
import { type Change, masker, type Outcome } from '../cases/outcome.ts'
import { shownRow } from '../database/shown-row.ts'
import type { Parameters } from '../inputs/parameters.ts'
import type { Actor } from '../worlds/actors.ts'

/** A witness keeps this many rows and changes of an outcome. */
export const MOST_SHOWN = 6

export function shownCall(
  { query }: CaseRun,
  { name, context }: Pick<Actor, 'name' | 'context'>,
  parameters: Parameters,
): ApplicationCall {
  const call = { query: query.name, actor: name, context }
  if (query.statements === undefined) return { ...call, parameters }
  const [statement] = Object.values(parameters)
  return { ...call, parameters: {}, statement: statement ?? '' }
}

/**
 * The outcome with rows and changes in one order. Without a fixed order, PostgreSQL may give them in another order each
 * time.
 */
export function inOneOrder(caseRun: CaseRun, outcome: Outcome): Outcome {
  const mask = masker(outcome.generated)
  const text = (row: (string | null)[]) => JSON.stringify(row.map(mask))
  const rows = isOrdered(caseRun) ? outcome.rows : sortedBy(outcome.rows, text)
  const byKind = Map.groupBy(outcome.changes, ({ table, operation }) => `${operation} ${table}`)
  const changes = [...byKind.values()].flatMap(group =>
    sortedBy(group, ({ old, new: next }) =>
      JSON.stringify([old, next].map(image => image && maskedRow(image, outcome.generated))),
    ),
  )
  return { ...outcome, rows, changes }
}

/** The first rows and changes of an outcome that `inOneOrder` has sorted. */
export function shownOutcome({ error, columns, rows, changes, generated }: Outcome): ShownOutcome {
  if (error) {
    // The context has names of the engine, which are others in each run.
    const { sqlState, message, details } = error
    const told = { sqlState, message, ...(details === undefined ? {} : { details }) }
    return { error: told, rows: [], changes: [], rowCount: 0, changeCount: 0 }
  }
  const generatedValues = new Set(generated)
  const mask = (row: ShownRow): ShownRow =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value !== null && generatedValues.has(value) ? '(generated)' : value,
      ]),
    )
  const shownRows = rows.slice(0, MOST_SHOWN)
  const shownChanges = changes.slice(0, MOST_SHOWN - shownRows.length)
  return {
    rows: shownRows.map(row => mask(Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])))),
    changes: shownChanges.map(({ operation, table, old, new: next }) => ({
      operation,
      table,
      row: mask(shownRow(next ?? old ?? '{}')),
    })),
    rowCount: rows.length,
    changeCount: changes.length,
  }
}

export function shownChange({ operation, table, old, new: next }: Change, generated: string[]): ShownChange {
  return {
    operation,
    table,
    old: old === null ? null : maskedRow(old, generated),
    new: next === null ? null : maskedRow(next, generated),
  }
}

/**
 * The row without generated values. They are replaced value by value: in the JSON text, `7` would become a word without
 * quotes.
 */
function maskedRow(image: string, generated: string[]): ShownRow {
  const mask = masker(generated)
  return Object.fromEntries(Object.entries(shownRow(image)).map(([name, value]) => [name, mask(value)]))
}
