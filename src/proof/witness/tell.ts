// Words for what was found.

import type { ShownRow, Witness } from '../../domain.ts'
import { sortedBy } from '../../lib/sorted-by.ts'
import { masker, type Outcome } from '../cases/sql/make-call.ts'
import type { Offence } from '../checks/writes/judge.ts'
import { type HiddenRow, shownRow } from '../database/visibility.ts'
import type { QueryPlan, Value } from '../plan/plan.ts'
import type { World } from '../worlds/worlds.ts'

const SHOWN_ROWS = 6

export interface Scene {
  query: QueryPlan
  actor: string
  context: Record<string, Value>
  parameters: Record<string, Value>
  /** The rows come in an order that the case asks for. */
  isOrdered: boolean
}

/** `aud1 (auditor) called get-po-lines with po_id = c3…` */
function opening({ query, actor, context, parameters }: Scene): string {
  const role = context.role ? ` (${context.role})` : ''
  const given = Object.entries(parameters).filter(([, value]) => value !== null)
  const nulls = Object.entries(parameters).filter(([, value]) => value === null)
  const said = [
    ...given.map(([name, value]) => `${name} = ${value === '' ? "''" : value}`),
    ...(given.length < 2 ? nulls.map(([name]) => `${name} = NULL`) : []),
  ]
  return `${actor}${role} called ${query.name}${said.length > 0 ? ` with ${listed(said)}` : ''}`
}

function callOf({ actor, context, parameters }: Scene): Witness['call'] {
  return { actor, context, parameters }
}

/** A difference between the database and the world without what the rule hides. */
export function tellDifference(
  scene: Scene,
  world: World,
  hidden: HiddenRow[],
  real: Outcome,
  other: Outcome,
): Witness {
  const [first] = hidden
  const more = hidden.length > 1 ? ` and ${hidden.length - 1} more` : ''
  const row = first ? `${nameOf(first)}${more}` : 'hidden rows'
  const what =
    world.kind === 'rows'
      ? `which depends on ${row}, hidden from them by ${world.rule}`
      : `which depends on ${first?.columns.join(', ')} of ${row}, hidden from them by ${world.rule}`
  const [got, without] = [inOrder(scene, real), inOrder(scene, other)]
  return {
    rule: world.rule,
    call: callOf(scene),
    sentence: `${opening(scene)} and got ${difference(got, without)}, ${what}.`,
    hidden: hidden.map(({ table, image }) => ({ table, row: shownRow(image) })),
    got: shownOutcome(got),
    without: shownOutcome(without),
  }
}

export function tellOffence(scene: Scene, offence: Offence, outcome: Outcome): Witness {
  const mask = masker(outcome.generated)
  const change = offence.change && {
    ...offence.change,
    old: maskedImage(offence.change.old, mask),
    new: maskedImage(offence.change.new, mask),
  }
  const subject = change ? `: ${describeChange(change.old, change.new)}` : ''
  return {
    rule: offence.rule,
    call: callOf(scene),
    sentence: `${opening(scene)} and ${offence.what}${subject}.`,
    hidden: change ? [{ table: change.table, row: shownRow(change.old ?? change.new ?? '{}') }] : [],
    got: shownOutcome(inOrder(scene, outcome)),
    without: [],
  }
}

/** Value by value: in the image itself a number would become a word without quotes. */
function maskedImage(image: string | null, mask: ReturnType<typeof masker>): string | null {
  if (image === null) return null
  return JSON.stringify(Object.fromEntries(Object.entries(shownRow(image)).map(([name, value]) => [name, mask(value)])))
}

export function tellPlainly(scene: Scene, rule: string, what: string, outcome: Outcome): Witness {
  return {
    rule,
    call: callOf(scene),
    sentence: `${opening(scene)} and ${what}.`,
    hidden: [],
    got: shownOutcome(inOrder(scene, outcome)),
    without: [],
  }
}

/** Rows in no order, and changes, come as PostgreSQL happens to go about it: told in one that is always the same. */
function inOrder({ isOrdered }: Scene, outcome: Outcome): Outcome {
  const mask = masker(outcome.generated)
  const text = (row: (string | null)[]) => JSON.stringify(row.map(mask))
  const rows = isOrdered ? outcome.rows : sortedBy(outcome.rows, text)
  const alike = Map.groupBy(outcome.changes, ({ table, operation }) => `${operation} ${table}`)
  const changes = [...alike.values()].flatMap(some =>
    sortedBy(some, ({ old, new: next }) => text([old, next].map(image => maskedImage(image, mask)))),
  )
  return { ...outcome, rows, changes }
}

function difference(real: Outcome, other: Outcome): string {
  return plainDifference(withoutGenerated(real), withoutGenerated(other))
}

/** What the database makes up is another value each time. */
function withoutGenerated(outcome: Outcome): Outcome {
  if (outcome.generated.length === 0) return outcome
  const mask = masker(outcome.generated)
  return { ...outcome, rows: outcome.rows.map(row => row.map(mask)) }
}

function plainDifference(real: Outcome, other: Outcome): string {
  if (real.error) {
    const isOfOneKind = real.error.sqlState === other.error?.sqlState
    return `an error (${real.error.message})${isOfOneKind ? ` in place of another (${other.error?.message})` : ''}`
  }
  if (other.error) return `${count(real.rows.length, 'row')} in place of an error`
  if (real.rows.length !== other.rows.length) return `${count(real.rows.length, 'row')} instead of ${other.rows.length}`
  if (real.changes.length !== other.changes.length)
    return `${count(real.changes.length, 'change')} instead of ${other.changes.length}`
  if (real.rows.length === 0) return 'another change'
  const index = real.rows.findIndex((row, at) => JSON.stringify(row) !== JSON.stringify(other.rows[at]))
  const column = real.columns.find((_, at) => real.rows[index]?.[at] !== other.rows[index]?.[at])
  if (column === undefined) return 'another result'
  const at = real.columns.indexOf(column)
  return `${column} = ${real.rows[index]?.[at] ?? 'NULL'} instead of ${other.rows[index]?.[at] ?? 'NULL'}`
}

function nameOf({ table, image }: HiddenRow): string {
  const row = shownRow(image)
  const key = keyOf(row)
  const words = Object.entries(row).find(
    ([name, value]) => /name|title|body|description|subject(?!_id)|label|sku|text/.test(name) && value,
  )
  return `${table} ${key}${words && words[1] !== key ? ` (“${words[1]}”)` : ''}`
}

function describeChange(old: string | null, next: string | null): string {
  if (old === null || next === null)
    return nameOf({ table: '', place: '', image: old ?? next ?? '{}', columns: [] }).trim()
  const [before, after] = [shownRow(old), shownRow(next)]
  const changed = Object.keys(after).filter(name => before[name] !== after[name])
  const key = keyOf(before)
  if (changed.length === 0) return `${key} with the values that it has`
  return `${key} with ${listed(changed.map(name => `${name} from ${before[name] ?? 'NULL'} to ${after[name] ?? 'NULL'}`))}`
}

/** jsonb puts short names first: the id may stand anywhere. A list says little of which row it is. */
function keyOf(row: ShownRow): string {
  const name = Object.keys(row).find(one => one === 'id') ?? Object.keys(row).find(one => one.endsWith('_id'))
  const plain = Object.values(row).find(value => !/^[[{]/.test(value ?? ''))
  return (name === undefined ? plain : row[name]) ?? ''
}

/** The rows, then the changes, as lines. */
function shownOutcome(outcome: Outcome): string[] {
  if (outcome.error) return [`error ${outcome.error.sqlState}: ${outcome.error.message}`]
  const generated = new Set(outcome.generated)
  const mask = (row: ShownRow) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        value !== null && generated.has(value) ? '(generated)' : value,
      ]),
    )
  const rows = outcome.rows.map(row =>
    JSON.stringify(mask(Object.fromEntries(outcome.columns.map((name, at) => [name, row[at] ?? null])))),
  )
  const changes = outcome.changes.map(({ table, operation, old, new: next }) => {
    const image = JSON.stringify(mask(shownRow(next ?? old ?? '{}')))
    return `${operation} ${table} ${image}`
  })
  const lines = [...rows, ...changes]
  return lines.length > SHOWN_ROWS ? [...lines.slice(0, SHOWN_ROWS), `… and ${lines.length - SHOWN_ROWS} more`] : lines
}

function listed(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
