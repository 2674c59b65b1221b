// The sweep: every call of every caller in the real database, then in worlds without what rules hide from this caller.

import type { Comparison } from '../cases/sql/make-call.ts'
import { type Print, printCalls, printFresh, printText } from '../cases/sql/run-calls.ts'
import type { Parameters } from '../inputs/call-plan.ts'
import { findWitness } from '../witness/find-witness.ts'
import { type CombinedWorld, inWorld, type World } from '../worlds/worlds.ts'
import { isDangling } from './dangling-key.ts'
import {
  type Actor,
  callsOf,
  type Entry,
  isNothing,
  isOpen,
  isWorking,
  notTheSame,
  type Trial,
  TWO_RESULTS,
} from './trial.ts'
import { emptyAnswers } from './writes/judge-caller.ts'
import { isToBeJudged, judgePrint } from './writes/judge-print.ts'

/** What one case is run with by one caller. */
export interface Course {
  entry: Entry
  actor: Actor
  calls: Parameters[]
  real: Print[]
  /** By rule, the calls that were allowed to change what it hides. */
  excused: Map<string, Set<number>>
  /** Calls that give something else without what any rule hides, or with other values in it. */
  suspects: Set<number>
  suspectsOfValues: Set<number>
  suspectsOfNulls: Set<number>
  /** Calls that need no other world. */
  harmless?: Set<number>
}

/** Mutants are mostly done with after a few callers: no need to make the calls of all of them first. */
const ACTORS_AT_ONCE = { cases: 64, mutants: 3 }

export async function sweep(trial: Trial, entries: Entry[]): Promise<void> {
  const isOfMutants = entries.some(({ origin }) => origin)
  const atOnce = isOfMutants ? ACTORS_AT_ONCE.mutants : ACTORS_AT_ONCE.cases
  const killsOf = ({ name }: Actor) => trial.kills.get(name) ?? 0
  const ordered = isOfMutants ? trial.actors.toSorted((a, b) => killsOf(b) - killsOf(a)) : trial.actors
  for (let start = 0; start < ordered.length; start += atOnce) {
    const actors = ordered.slice(start, start + atOnce)
    if (isOfMutants && !entries.some(entry => entry.origin && isOpen(entry))) return
    const courses = await runReal(trial, actors, entries.filter(isOpen), callsOf)
    for (const { entry, actor, calls, real } of courses) {
      compareWithFirst(entry, actor, calls, real)
      entry.real.set(actor.name, real)
    }
    for (const actor of actors) await compareWorlds(trial, actor, courses)
    // Only what is compared later is kept: thousands of prints are made.
    for (const { entry } of courses) if (entry.case.label !== 'good' || entry.origin) entry.real.clear()
  }
}

/** All calls in the real database, each judged by what it wrote. */
export async function runReal(
  trial: Trial,
  actors: Actor[],
  entries: Entry[],
  callsOf: (entry: Entry, actor: Actor) => Parameters[],
): Promise<Course[]> {
  const courses: Course[] = []
  for (const entry of entries) {
    // What writes leaves dead rows behind, which can only be swept out between transactions: the callers come one by one.
    const parties = entry.prepared.isReading ? [actors] : actors.map(actor => [actor])
    for (const party of parties) {
      if (isOpen(entry)) courses.push(...(await runParty(trial, party, entry, callsOf)))
    }
  }
  return courses
}

async function runParty(
  trial: Trial,
  actors: Actor[],
  entry: Entry,
  callsOf: (entry: Entry, actor: Actor) => Parameters[],
): Promise<Course[]> {
  trial.onCase(entry.case.path)
  const all = actors.map(actor => ({ actor, calls: callsOf(entry, actor) }))
  const prints = await printFresh(
    trial.database,
    entry.query,
    entry.prepared,
    all.flatMap(({ actor, calls }) => calls.map(parameters => ({ context: actor.context, parameters }))),
  )
  const courses = all.map(
    ({ actor, calls }): Course => ({
      ...{ entry, actor, calls, real: prints.splice(0, calls.length), excused: new Map() },
      ...{ suspects: new Set(), suspectsOfValues: new Set(), suspectsOfNulls: new Set() },
    }),
  )
  if (courses.every(({ real }) => real.every(isNothing))) return courses
  entry.finding.isActive = true
  if (entry.isOrigin) return courses
  if (!courses.some(({ real }) => real.some(print => isToBeJudged(trial, entry, print)))) return courses
  const empty = new Map<Course, Set<number>>()
  for (const course of courses)
    empty.set(course, await emptyAnswers(trial, course.actor, entry, course.calls, course.real))
  await inWorld(trial.database, '', async () => {
    for (const course of courses) course.excused = await judge(trial, course, empty.get(course))
  })
  return courses
}

async function judge(
  trial: Trial,
  { actor, entry, calls, real }: Course,
  emptyOnes: Set<number> | undefined,
): Promise<Course['excused']> {
  const excused: Course['excused'] = new Map()
  for (const [index, print] of real.entries()) {
    if (!isOpen(entry)) break
    const isEmptyAnswer = emptyOnes?.has(index) ?? false
    for (const rule of await judgePrint(trial, actor, entry, calls[index] ?? {}, print, isEmptyAnswer))
      excused.set(rule, (excused.get(rule) ?? new Set<number>()).add(index))
  }
  return excused
}

/** A mutant is known by the first rule that it breaks. */
function kill(trial: Trial, { name }: Actor, { finding }: Entry, rule: string): void {
  finding.killedBy ??= rule
  trial.kills.set(name, (trial.kills.get(name) ?? 0) + 1)
}

/** The courses of one caller in worlds without what rules hide from them. */
export async function compareWorlds(trial: Trial, actor: Actor, courses: Course[]): Promise<void> {
  const mine = courses.filter(one => one.actor === actor && isOpen(one.entry) && !one.entry.isOrigin)
  await findSuspects(trial, actor, mine)
  await findWitnesses(trial, actor, mine)
}

function run(trial: Trial, { context }: Actor, { query, prepared }: Entry, calls: Parameters[]): Promise<Print[]> {
  const all = calls.map(parameters => ({ context, parameters }))
  return printCalls(trial.database, query, prepared, all)
}

/** The calls in `works` were made before: the same call made twice must give the same. */
function compareWithFirst(
  { works, worksPrints, finding, prepared }: Entry,
  actor: Actor,
  calls: Parameters[],
  real: Print[],
): void {
  for (const [nth, call] of works.entries()) {
    if (call.as !== actor.name) continue
    const at = calls.findIndex(parameters => isSameCall(parameters, call.parameters))
    const [first, second] = [worksPrints?.[nth], real[at]]
    if (first && second && printText(first, false) !== printText(second, false))
      finding.trouble ??= notTheSame(prepared, TWO_RESULTS)
  }
}

function isSameCall(full: Parameters, given: Parameters): boolean {
  return Object.entries(full).every(([name, value]) => value === (given[name] ?? null))
}

/** The calls that give something else once all that any rule hides is gone: only these need a world for each rule. */
async function findSuspects(trial: Trial, actor: Actor, courses: Course[]): Promise<void> {
  // Of those asked about, the calls that give something else there; all of them where no such world can be.
  const differing = async (world: CombinedWorld, toAsk: (course: Course, actor: Actor) => number[]) => {
    const asked = courses
      .filter(({ entry }) => isOpen(entry))
      .map(course => ({ course, indexes: toAsk(course, actor) }))
    const found = new Map(asked.map(({ course, indexes }) => [course, new Set(indexes)]))
    const some = asked.filter(({ indexes }) => indexes.length > 0)
    if (some.length === 0) return found
    await inWorld(trial.database, world.sql, async () => {
      for (const { course, indexes } of some) {
        trial.onCase(course.entry.case.path)
        const calls = indexes.map(index => course.calls[index] ?? {})
        const prints = await run(trial, actor, course.entry, calls)
        found.set(course, new Set(indexes.filter((index, nth) => isOther(course, index, prints[nth], world))))
      }
    })
    return found
  }
  const suspects = await differing(actor.withoutHidden, telling)
  for (const [course, indexes] of suspects) course.suspects = indexes
  if (!actor.worlds.some(({ kind }) => kind !== 'rows')) return
  const suspectsOfValues = await differing(actor.withOtherHidden, countable)
  for (const [course, indexes] of suspectsOfValues) course.suspectsOfValues = indexes
  if (!actor.worlds.some(({ kind }) => kind === 'nulls')) return
  const suspectsOfNulls = await differing(actor.withEmptyHidden, course => (isRead(course) ? baseOf(course) : []))
  for (const [course, indexes] of suspectsOfNulls) course.suspectsOfNulls = indexes
}

function isOther({ entry, real }: Course, index: number, print: Print | undefined, comparison: Comparison): boolean {
  const before = real[index]
  if (!print || !before) return false
  const { isOrdered } = entry.prepared
  return printText(print, isOrdered, comparison) !== printText(before, isOrdered, comparison)
}

/**
 * The calls worth a second world: those that gave something and those as they stand in `works`; of whoever does this job
 * all, since a hidden row may deny them what they should get; of whoever never gets anything none. Of a mutant, those in
 * which it is not like its origin, and those in `works`.
 */
function telling(course: Course, actor: Actor): number[] {
  const { entry, real } = course
  const { origin, prepared, sweep: planned } = entry
  const indexes = [...real.keys()]
  const expected = origin?.real.get(actor.name)
  if (expected) {
    const text = (print: Print | undefined) => print && printText(print, prepared.isOrdered)
    const other = indexes.filter(index => text(real[index]) !== text(expected[index]))
    return [...new Set([...baseOf(course), ...other])]
  }
  if (isWorking(entry, actor)) return indexes.filter(index => !course.harmless?.has(index))
  const something = indexes.filter(index => real[index] && !isNothing(real[index]))
  if (something.length === 0) return []
  return [...new Set([...planned.base.keys(), ...something])]
}

/**
 * The calls for the world with other values: of a reading case, all that gave whoever does this job something; of any
 * case, those that end in an error, which may say too much.
 */
function countable(course: Course, actor: Actor): number[] {
  const { entry, real, harmless } = course
  if (entry.origin) return baseOf(course)
  const isAll = isRead(course) && isWorking(entry, actor)
  const chosen = [...real.keys()].filter(index => {
    const print = real[index]
    return print && !harmless?.has(index) && (isAll ? !isNothing(print) : mayTell(print.error))
  })
  return [...new Set([...baseOf(course), ...chosen])]
}

/** Of class 42 are errors in the statement itself: their words are of it, and not of any row. */
function mayTell(sqlState: string | undefined): boolean {
  return sqlState !== undefined && !sqlState.startsWith('42')
}

/** What writes may rightly copy a hidden value to where there must be one. */
function isRead({ entry, real }: Course): boolean {
  return !entry.origin && (entry.prepared.isReading || real.every(({ changes }) => changes.length === 0))
}

/** The calls as they stand in `works`, where they gave something. */
function baseOf({ calls, real, entry }: Course): number[] {
  return [...calls.keys()].slice(0, entry.sweep.base.length).filter(index => real[index] && !isNothing(real[index]))
}

/** A world for each rule: what differs there is that rule's. */
async function findWitnesses(trial: Trial, actor: Actor, courses: Course[]): Promise<void> {
  for (const world of actor.worlds) {
    const chosen = courses
      .map(course => ({ course, indexes: indexesIn(world, course) }))
      .filter(({ indexes }) => indexes.length > 0)
    if (chosen.length === 0) continue
    const differences: { course: Course; parameters: Parameters }[] = []
    await inWorld(trial.database, world.build(world.hidden), async () => {
      for (const { course, indexes } of chosen) {
        trial.onCase(course.entry.case.path)
        const some = indexes.map(index => course.calls[index] ?? {})
        const prints = await run(trial, actor, course.entry, some)
        const nth = indexes.findIndex(
          (index, at) =>
            isOther(course, index, prints[at], world) &&
            !isDangling(trial.database, some[at] ?? {}, course.real[index], prints[at], world.hidden),
        )
        const parameters = some[nth]
        if (parameters) differences.push({ course, parameters })
      }
    })
    for (const { course, parameters } of differences) {
      const { entry } = course
      if (entry.origin) kill(trial, actor, entry, world.rule)
      else {
        const witness = await findWitness(trial, actor, entry, world, parameters)
        if (witness) entry.finding.witnesses[world.rule] ??= witness
      }
    }
  }
}

function indexesIn(world: World, course: Course): number[] {
  const { entry, excused, suspects, suspectsOfValues, suspectsOfNulls, calls } = course
  if (!isOpen(entry) || world.rule in entry.finding.witnesses) return []
  const skipped = excused.get(world.rule)
  if (world.kind === 'nulls') return [...suspectsOfNulls]
  return [...calls.keys()].filter(index => {
    const isSuspect =
      (world.kind !== 'values' && suspects.has(index)) || (world.kind !== 'rows' && suspectsOfValues.has(index))
    return isSuspect && !skipped?.has(index)
  })
}
