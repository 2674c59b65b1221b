// The calls of an actor at another time: those in `works`, those about the row whose time made the instant, and those with a
// time that is far off.

import type { CaseRun } from '../../cases/case-run.ts'
import { typeOf } from '../../database/parameter-types.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { completeParameters, type Parameters } from '../../inputs/parameters.ts'
import type { ParameterPlan } from '../../plan/plan.ts'
import type { ActorAtTime } from '../../worlds/rule-clocks.ts'

/** How many of the actor's own calls are made about the row, and with a time that is far off. */
const MOST_STARTS = 3

/** Later than any end that code computes from now: `least(:ends_at, :now + interval '90 days')` gives its own end. */
const FAR_OFF = '9999-01-01T00:00:00Z'

export function callsAtTime(
  database: TestDatabase,
  { query, callPlan }: CaseRun,
  { derivedFrom, near }: ActorAtTime,
): Parameters[] {
  const own = query.works.filter(({ as }) => as === derivedFrom).map(one => completeParameters(query, one.parameters))
  const calls = [...callPlan.base]
  for (const parameter of near ? query.parameters : []) {
    if (!near || !takesKey(query, parameter, near.table, near.key)) continue
    const value = typeOf(database, query, parameter.name).endsWith('[]') ? `{${near.key}}` : near.key
    // Calls that differ in other parameters alone: the first of each.
    const starts = new Map(own.map(call => [JSON.stringify({ ...call, [parameter.name]: value }), call]))
    for (const start of [...starts.values()].slice(0, MOST_STARTS)) calls.push({ ...start, [parameter.name]: value })
  }
  const times = query.parameters.filter(({ name }) => /^(?:timestamp|date)/.test(typeOf(database, query, name)))
  for (const { name } of times) for (const start of own.slice(0, MOST_STARTS)) calls.push({ ...start, [name]: FAR_OFF })
  return [...new Map(calls.map(call => [JSON.stringify(call), call])).values()]
}

/** Whether the key of the table's row is a value that the parameter takes: its column says so, or the key is one of its values. */
function takesKey(
  { works }: CaseRun['query'],
  { name, columns, values }: ParameterPlan,
  table: string,
  key: string,
): boolean {
  if (columns.some(source => source.startsWith(`${table}.`))) return true
  const used = works.map(({ parameters }) => parameters[name] ?? null)
  return [...values, ...used].some(value => value?.split(/[{},"]+/).includes(key))
}
