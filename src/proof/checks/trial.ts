// What the parts of a proof share: the cases under proof, the callers, and what each of them may not see.

import type { CaseToProve, Finding } from '../cases/finding.ts'
import type { Caller, PreparedCase } from '../cases/sql/make-call.ts'
import type { Call, Print } from '../cases/sql/run-calls.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { type Actors, findHidden, type HiddenRow } from '../database/visibility.ts'
import type { Parameters, Sweep } from '../inputs/call-plan.ts'
import type { QueryPlan, Value, WorkingCall } from '../plan/plan.ts'
import type { Scene } from '../witness/tell.ts'
import {
  type CombinedWorld,
  type World,
  withEmptyHidden,
  withOtherHidden,
  withoutHidden,
  worldsOf,
} from '../worlds/worlds.ts'
import type { Judgement } from './writes/judge.ts'

export interface Actor {
  name: string
  context: Record<string, Value>
  worlds: World[]
  /** Worlds for all rules together. */
  withoutHidden: CombinedWorld
  withOtherHidden: CombinedWorld
  withEmptyHidden: CombinedWorld
  /** By rule, the rows that it hides from this caller. */
  hidden: Map<string, HiddenRow[]>
}

/** A case under proof. */
export interface Entry {
  case: CaseToProve
  query: QueryPlan
  sweep: Sweep
  /** The calls that must work on this shape of data. */
  works: WorkingCall[]
  prepared: PreparedCase
  finding: Finding
  /** What the calls in `works` gave at first. */
  worksPrints?: Print[]
  /** What it gave each actor in the sweep: kept of good cases, to compare, and of those that mutants were made from. */
  real: Map<string, Print[]>
  /** The keys of the rows that each call in `works` may give, to fill a page with their copies. */
  permitted: string[][]
  /** All values that the calls in `works` gave. */
  given: Set<string | null>
  /** Of a mutant: the case that it was made from. It is done with at the first thing that tells the two apart. */
  origin?: Entry
  /** Mutants were made from it: what it gives is what they are compared with. */
  isOrigin: boolean
}

export interface Trial {
  database: TestDatabase
  seed: string
  actors: Actor[]
  /** What is being run right now, for whoever watches over it. */
  onCase: (path: string) => void
  /** How many mutants each caller found out: those who found most are asked first. */
  kills: Map<string, number>
  /** Judgements by query, caller and changes: the cases of a query mostly write the same. */
  judgements: Map<string, Judgement>
}

/** By actor, the worlds that show what rules hide from them: found once for each shape of data. */
export async function findActors(database: TestDatabase): Promise<Actor[]> {
  const actors: Actors = database.plan.actors
  const found = await findHidden(database, actors, database.plan.rules)
  return Object.entries(actors).map(([name, context]) => {
    const byRule = found.get(name)
    const worlds = database.plan.rules.flatMap(rule => worldsOf(database, rule, byRule?.get(rule.id)))
    return {
      name,
      context,
      worlds,
      withoutHidden: withoutHidden(database, worlds),
      withOtherHidden: withOtherHidden(database, worlds),
      withEmptyHidden: withEmptyHidden(worlds),
      hidden: new Map([...(byRule ?? [])].map(([rule, { rows }]) => [rule, rows])),
    }
  })
}

/** Whether there is still something to find out about it. */
export function isOpen({ finding, origin }: Entry): boolean {
  if (finding.trouble !== undefined) return false
  return origin === undefined || finding.killedBy === undefined
}

/** Whose job the query is. */
export function isWorking({ query }: Entry, { name }: Actor): boolean {
  return query.works.some(({ as }) => as === name)
}

export function isNothing({ error, count, changes }: Print): boolean {
  return error === undefined && count === 0 && changes.length === 0
}

export function callerOf({ database }: Trial, { query }: Entry, { context }: Pick<Actor, 'context'>): Caller {
  return { database, query, context }
}

export function sceneOf(
  { query, prepared: { isOrdered } }: Entry,
  { name, context }: Pick<Actor, 'name' | 'context'>,
  parameters: Parameters,
): Scene {
  return { query, actor: name, context, parameters, isOrdered }
}

/** The calls that an actor makes of it in the sweep. */
export function callsOf({ sweep }: Entry, { name }: Pick<Actor, 'name'>): Parameters[] {
  return sweep.callsOf(name)
}

/** The calls that must work, as they stand. */
export function workingCalls(trial: Trial, { query, works }: Entry): Call[] {
  return works.map(({ as, parameters }) => ({
    context: actorOf(trial, as).context,
    parameters: completed(query, parameters),
  }))
}

/** What `works` leaves out is NULL. */
export function completed(query: QueryPlan, given: Parameters): Parameters {
  return { ...Object.fromEntries(query.parameters.map(({ name }) => [name, null])), ...given }
}

export function actorOf({ actors, database }: Trial, name: string): Pick<Actor, 'name' | 'context'> {
  return actors.find(actor => actor.name === name) ?? { name, context: database.plan.actors[name] ?? {} }
}

export const TWO_RESULTS = 'the same call made twice gives two results'

export function notTheSame({ volatile }: Entry['prepared'], what: string): string {
  return `not the same each time: ${what}${volatile.length > 0 ? ` (it uses ${volatile.join(', ')})` : ''}`
}
