// Sends values of earlier steps: later calls are about the same rows, and use what came back.

import type { ValueOrigin } from '../../../witness.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { ParameterPlan, QueryPlan } from '../../plan/plan.ts'
import { insertedKeys, type PerformedStep, returnedValues, type SequenceStep } from './step.ts'

/** What a call sends, and where its values come from. */
export type Sent = Pick<SequenceStep, 'parameters' | 'origins'>

interface Call {
  query: QueryPlan
  actor: string
  parameters: Parameters
}

/**
 * The call about the rows of the step at position `from`: with the keys that the step sent or made, and once more with all
 * values that the step sent under the same names. None where the two have nothing in common.
 */
export function aboutSameRows(database: TestDatabase, call: Call, step: PerformedStep, from: number): Sent[] {
  const keys = call.query.parameters.flatMap(parameter => {
    const found = valueFor(database, parameter, call.actor, step, from)
    return found ? [{ name: parameter.name, ...found }] : []
  })
  const isKey = (name: string) => keys.some(one => one.name === name)
  const others = call.query.parameters.flatMap(({ name, columns }): Named[] => {
    const value = step.parameters[name]
    return columns.length > 0 || isKey(name) || value == null ? [] : [{ name, value }]
  })
  return [keys, ...(others.length > 0 ? [[...keys, ...others]] : [])]
    .filter(some => some.length > 0)
    .map(some => withValues(call.parameters, some))
}

function withValues(parameters: Parameters, values: Named[]): Sent {
  return {
    parameters: { ...parameters, ...Object.fromEntries(values.map(({ name, value }) => [name, value])) },
    origins: Object.fromEntries(values.flatMap(({ name, origin }) => (origin ? [[name, origin]] : []))),
  }
}

interface Named extends Related {
  name: string
}

interface Related {
  value: string
  origin?: ValueOrigin
}

/**
 * The key of a row that the step inserted, a value that came back to the same actor, or a value that the step sent, in
 * this order. An actor may know the key of a row that another one inserted: keys are no secrets.
 */
function valueFor(
  database: TestDatabase,
  { name, columns }: ParameterPlan,
  actor: string,
  step: PerformedStep,
  from: number,
): Related | undefined {
  const inserted = insertedKeys(database, step.outcome.changes)
  const returned = step.actor === actor ? [...returnedValues(step.outcome)] : []
  const key = columns.find(column => inserted.has(column))
  if (key !== undefined) {
    const value = inserted.get(key) ?? ''
    const [pointer] = returned.find(([, one]) => one === value) ?? []
    return { value, origin: pointer === undefined ? { from, key } : { from, pointer } }
  }
  const names = [name, ...columns.map(column => column.split('.')[1] ?? '').filter(one => one !== 'id')]
  const back = returned.find(([pointer]) => names.includes(pointer.split('/').at(-1) ?? ''))
  if (back) return { value: back[1], origin: { from, pointer: back[0] } }
  // A value that is no key, such as a title, says nothing of which rows a call is about.
  if (columns.length === 0) return undefined
  const sender = step.caseRun.query.parameters.find(
    other =>
      other.columns.length > 0 && (other.name === name || other.columns.some(column => columns.includes(column))),
  )
  const value = sender && step.parameters[sender.name]
  const origin = sender && step.origins[sender.name]
  return value == null ? undefined : { value, ...(origin ? { origin } : {}) }
}
