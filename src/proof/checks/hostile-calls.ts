// Calls that carry hostile text: a call that works but for one parameter.

import type { Parameters } from '../inputs/call-plan.ts'
import type { HostileParameter } from '../inputs/hostile-text.ts'
import { type Actor, completed, type Entry } from './trial.ts'

const MOST_TAGS = 4

/** Where a text is sent: in one parameter of a call that works. */
export interface Place {
  start: Parameters
  hostile: HostileParameter
}

export interface HostileCall {
  parameters: Parameters
  text: string
  place: Place
}

export function placesIn({ sweep }: Entry, starts: Parameters[]): Place[] {
  return starts.flatMap(start => sweep.hostile.map(hostile => ({ start, hostile })))
}

export function callsWith(places: Place[], textsOf: (parameter: HostileParameter) => string[]): HostileCall[] {
  return places.flatMap(place => textsOf(place.hostile).flatMap(text => callsAt(place, text)))
}

export function callsAt(place: Place, text: string): HostileCall[] {
  const { start, hostile } = place
  return hostile.carry(text).map(value => ({ parameters: { ...start, [hostile.name]: value }, text, place }))
}

/**
 * The first call that works for the actor, and the same with a value for what it leaves out: a text may be pasted only
 * where another one is given, as a direction behind a column to sort by.
 */
export function startsOf({ case: { code }, query, sweep }: Entry, { name: actor }: Actor): Parameters[] {
  const start = completed(query, query.works.find(({ as }) => as === actor)?.parameters ?? {})
  if (!Object.values(start).includes(null) || !isDynamic(code)) return [start]
  const calls = sweep.callsOf(actor)
  const left = query.parameters.filter(({ name, isLimit }) => start[name] === null && !isLimit)
  const given = left.map(({ name }) => [name, calls.find(call => (call[name] ?? '') !== '')?.[name] ?? null])
  return [start, { ...start, ...Object.fromEntries(given) }]
}

/** Whether it runs text at all. */
export function isDynamic(code: string): boolean {
  return /\bexecute\b/i.test(code)
}

/** Text between dollar quotes ends at the tag that this very code has chosen: `$v$`. */
export function tagsIn(code: string): string[] {
  return [...new Set(code.match(/\$[A-Za-z_]\w*\$/g) ?? [])].slice(0, MOST_TAGS)
}

export function tagPayloads(tag: string): string[] {
  return [`${tag} or true --`, `${tag}) or true --`, `${tag}) > 0 or true --`]
}
