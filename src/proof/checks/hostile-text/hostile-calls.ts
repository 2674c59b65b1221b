// Calls that carry hostile text: a call that works but for one parameter.

import type { CaseRun } from '../../cases/case-run.ts'
import type { HostileParameter } from '../../inputs/hostile-text.ts'
import { completeParameters, type Parameters } from '../../inputs/parameters.ts'
import type { Actor } from '../../worlds/actors.ts'

/** Where a text is sent: in one parameter of a call that works. */
export interface InjectionPoint {
  start: Parameters
  hostile: HostileParameter
}

export interface HostileCall {
  parameters: Parameters
  text: string
  point: InjectionPoint
}

export function injectionPoints({ callPlan }: CaseRun, starts: Parameters[]): InjectionPoint[] {
  return starts.flatMap(start => callPlan.hostile.map(hostile => ({ start, hostile })))
}

export function callsWith(points: InjectionPoint[], textsOf: (parameter: HostileParameter) => string[]): HostileCall[] {
  return points.flatMap(point => textsOf(point.hostile).flatMap(text => callsAt(point, text)))
}

export function callsAt(point: InjectionPoint, text: string): HostileCall[] {
  const { start, hostile } = point
  return hostile.valuesWith(text).map(value => ({ parameters: { ...start, [hostile.name]: value }, text, point }))
}

/**
 * The first call that works for the actor, and the same with a value for what it leaves out: a text may be pasted only
 * where another one is given, as a direction behind a column to sort by.
 */
export function startingCalls({ query, callPlan, program }: CaseRun, { name: actor }: Actor): Parameters[] {
  const start = completeParameters(query, query.works.find(({ as }) => as === actor)?.parameters ?? {})
  if (!Object.values(start).includes(null) || !program.facts.runsText) return [start]
  const calls = callPlan.callsOf(actor)
  const left = query.parameters.filter(({ name, isLimit }) => start[name] === null && !isLimit)
  const given = left.map(({ name }) => [name, calls.find(call => (call[name] ?? '') !== '')?.[name] ?? null])
  return [start, { ...start, ...Object.fromEntries(given) }]
}

/** Text between dollar quotes ends at the mark that this very code has chosen: `$v$`. */
export function markPayloads(mark: string): string[] {
  return [`${mark} or true --`, `${mark}) or true --`, `${mark}) > 0 or true --`]
}
