// A sequence is data: steps of actor, operation, parameters and time. A value of a step may come from an earlier one.

import type { ApplicationCall, ValueOrigin } from '../../../witness.ts'
import type { CaseRun } from '../../cases/case-run.ts'
import type { Step } from '../../cases/kind.ts'
import type { Change, Outcome } from '../../cases/outcome.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { completeParameters, type Parameters } from '../../inputs/parameters.ts'
import type { Value } from '../../plan/plan.ts'
import { shownCall } from '../../witness/shown.ts'

export interface SequenceStep extends Step {
  /** The operation. */
  caseRun: CaseRun
  /** The actor of proof.yaml who calls. */
  actor: string
  /** The time of the call, where it is another than that of proof.yaml. */
  at?: string
  /** By parameter, where its value comes from. */
  origins: Record<string, ValueOrigin>
}

/** A step that was made, with what came of it. */
export interface PerformedStep extends SequenceStep {
  outcome: Outcome
}

/** The name of a caller, with the time of the call. */
export function callerName({ actor, at }: Pick<SequenceStep, 'actor' | 'at'>): string {
  return at === undefined ? actor : `${actor} at ${at}`
}

export function toApplicationCall(step: SequenceStep): ApplicationCall {
  const { caseRun, context, parameters, origins } = step
  return {
    ...shownCall(caseRun, { name: callerName(step), context }, completeParameters(caseRun.query, parameters)),
    ...(Object.keys(origins).length > 0 ? { from: origins } : {}),
  }
}

/** The parameters with the values that earlier steps gave this time; undefined where one of them did not come. */
export function resolved(
  database: TestDatabase,
  { parameters, origins }: Pick<SequenceStep, 'parameters' | 'origins'>,
  performed: readonly PerformedStep[],
): Parameters | undefined {
  const found: Parameters = { ...parameters }
  for (const [name, origin] of Object.entries(origins)) {
    const step = performed[origin.from]
    const value = step && valueFrom(database, step.outcome, origin)
    if (value === undefined) return undefined
    found[name] = value
  }
  return found
}

function valueFrom(database: TestDatabase, outcome: Outcome, origin: ValueOrigin): Value | undefined {
  if ('pointer' in origin) return returnedValues(outcome).get(origin.pointer)
  return insertedKeys(database, outcome.changes).get(origin.key)
}

/** By column as `docs.id`, the key of the first row that was inserted. */
export function insertedKeys({ tables }: TestDatabase, changes: Change[]): Map<string, string> {
  const keys = new Map<string, string>()
  for (const { table, operation, new: row } of changes) {
    if (operation !== 'INSERT' || row === null) continue
    const values = JSON.parse(row) as Record<string, unknown>
    for (const column of tables.get(table)?.primaryKey ?? []) {
      const name = `${table}.${column}`
      if (values[column] != null && !keys.has(name)) keys.set(name, String(values[column]))
    }
  }
  return keys
}

/** How deep values are looked for in JSON that came back. */
const DEEPEST = 3

/** By JSON pointer, the values of the first row that came back: `/id`, and `/link/token` of a column with JSON. */
export function returnedValues({ columns, rows }: Pick<Outcome, 'columns' | 'rows'>): Map<string, string> {
  const values = new Map<string, string>()
  const collect = (pointer: string, value: unknown, depth: number): void => {
    if (value === null || value === undefined) return
    if (typeof value !== 'object') {
      values.set(pointer, String(value))
      return
    }
    if (depth > DEEPEST) return
    for (const [name, inner] of Object.entries(value)) collect(`${pointer}/${escaped(name)}`, inner, depth + 1)
  }
  for (const [at, name] of columns.entries()) {
    const cell = rows[0]?.[at] ?? null
    const nested = parsed(cell)
    if (nested !== undefined) collect(`/${escaped(name)}`, nested, 1)
    else if (cell !== null) values.set(`/${escaped(name)}`, cell)
  }
  return values
}

/** A name in a JSON pointer (RFC 6901). */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The object or list that a cell holds as JSON. */
function parsed(cell: string | null): object | undefined {
  if (cell === null || !/^\s*[[{]/.test(cell)) return undefined
  try {
    return JSON.parse(cell) as object
  } catch {
    // An array as PostgreSQL writes it.
    return undefined
  }
}
