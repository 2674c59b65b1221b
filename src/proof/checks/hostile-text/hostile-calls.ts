// Calls with hostile text: a call that works, with the text in one of its parameters.

import type { CaseRun } from '../../cases/case-run.ts'
import type { ProgramFacts } from '../../cases/kind.ts'
import type { HostileParameter } from '../../inputs/hostile-text.ts'
import { completeParameters, type Parameters } from '../../inputs/parameters.ts'
import type { Actor } from '../../worlds/actors.ts'
import { nestedTexts } from './nested-texts.ts'

/** Where a text is sent: one parameter of a call that works. */
export interface InjectionPoint {
  start: Parameters
  hostile: HostileParameter
}

export interface HostileCall {
  parameters: Parameters
  text: string
  point: InjectionPoint
}

/** Each parameter that takes hostile text, in each of the calls. */
export function injectionPoints({ callPlan }: CaseRun, starts: Parameters[]): InjectionPoint[] {
  return starts.flatMap(start => callPlan.hostile.map(hostile => ({ start, hostile })))
}

/** The calls with each text at each point. */
export function callsWith(points: InjectionPoint[], textsOf: (parameter: HostileParameter) => string[]): HostileCall[] {
  return points.flatMap(point => textsOf(point.hostile).flatMap(text => callsAt(point, text)))
}

/** The calls with one text at one point: several where the parameter is a list or JSON. */
export function callsAt(point: InjectionPoint, text: string): HostileCall[] {
  const { start, hostile } = point
  return hostile.valuesWith(text).map(value => ({ parameters: { ...start, [hostile.name]: value }, text, point }))
}

/**
 * The actor's first call in `works`, and the same call with a value for each parameter that it leaves out. A case may
 * paste a text only where another parameter is given: the direction after a column to sort by.
 */
export function startingCalls({ query, callPlan, program }: CaseRun, { name: actor }: Actor): Parameters[] {
  const start = completeParameters(query, query.works.find(({ as }) => as === actor)?.parameters ?? {})
  if (!Object.values(start).includes(null) || !program.facts.runsText) return [start]
  const calls = callPlan.callsOf(actor)
  const omitted = query.parameters.filter(({ name, isLimit }) => start[name] === null && !isLimit)
  const given = omitted.map(({ name }) => [name, calls.find(call => (call[name] ?? '') !== '')?.[name] ?? null])
  return [start, { ...start, ...Object.fromEntries(given) }]
}

/**
 * The texts for one parameter of a program: those for every program, those with a sign that the code turns into a quote, those
 * that end a dollar quote whose mark the code has chosen itself, and all of them for code that removes a part of the text.
 */
export function textsFor({ texts, allowed }: HostileParameter, facts: ProgramFacts, hiddenNames: string[]): string[] {
  const signed = facts.quoteSigns.flatMap(sign => texts.map(text => text.replaceAll("'", () => sign)))
  const all = [...new Set([...texts, ...signed, ...facts.quoteMarks.flatMap(mark => markPayloads(mark, texts))])]
  // A name that is left where the code removes it is looked up, and not executed. See `check-hidden-names.ts`.
  const names = new Set([...hiddenNames, ...allowed].flatMap(wordsOf))
  const parts = facts.removedTexts.filter(part => !wordsOf(part).some(word => names.has(word)))
  return [...all, ...nestedTexts(all, parts)]
}

function wordsOf(text: string): string[] {
  return text.match(/\w{2,}/g) ?? []
}

/** Texts that end a dollar quote: `$v$ or true --`, and `$v$ || (select …) || $v$` for `' || (select …) || '`. */
function markPayloads(mark: string, texts: string[]): string[] {
  const probes = texts.filter(text => text.startsWith("' || "))
  return [
    ...[`${mark} or true --`, `${mark}) or true --`, `${mark}) > 0 or true --`],
    ...probes.map(text => text.replace(/^'|'$/g, () => mark)),
  ]
}
