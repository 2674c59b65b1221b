import type { TestDatabase } from '../database/test-database.ts'
import type { QueryPlan } from '../plan/plan.ts'
import { type Effort, effortFor } from './effort.ts'
import { type HiddenValues, hiddenValueCalls, hiddenValues } from './hidden-values.ts'
import { type HostileParameter, hostileParameters } from './hostile-text.ts'
import { literalCalls } from './literal-calls.ts'
import { completeParameters, type Parameters } from './parameters.ts'
import { eachOnce, type PlannedCall } from './planned-call.ts'
import { representatives } from './representatives.ts'
import { thoroughCalls } from './thorough-calls.ts'
import { usualCalls } from './usual-calls.ts'
import { literalValues } from './values/literal-values.ts'

/** The calls of one actor, in their order. */
type CallsOf = (actor: string) => PlannedCall[]

/** All calls that a case is tried with, for each actor. */
export interface CallPlan {
  /** The calls in `works`, each once, whoever makes them there. */
  base: Parameters[]
  /** What the actor sends, call by call: the usual calls come first, then all others. */
  callsOf(actor: string): Parameters[]
  /** How many of the actor's calls are usual: those that nearly all flaws show in. */
  usualCount(actor: string): number
  /** The same calls, with why each is made. */
  plannedFor: CallsOf
  /** The actors who make more than the usual calls: one of each role and state, and one whose job the query is not. */
  representatives: ReadonlySet<string>
  /** The calls that all cases of the query make: what the cases give in them can be compared. */
  shared: CallsOf
  /** This plan with more calls: they send values that literals of a case suggest. */
  withLiterals(literals: readonly string[]): Promise<CallPlan>
  /** Of statements that clients write: the simplest on each table, which other calls are made after. */
  simplest?: (actor: string) => Parameters[]
  /** The parameters that hostile text is sent in. */
  hostile: HostileParameter[]
}

/**
 * Makes the call plan of a query. `mayWrite`: a case of the query may change rows, so that choices are tried on each
 * row.
 */
export async function planCalls(database: TestDatabase, query: QueryPlan, mayWrite: boolean): Promise<CallPlan> {
  const effort = effortFor(query, mayWrite)
  const usual = await usualCalls(database, query, mayWrite)
  const thorough = await thoroughCalls(database, query, usual.values, effort)
  const few = new Set(await representatives(database, query))
  const hidden = new Map<string, PlannedCall[]>()
  for (const actor of new Set([...query.works.map(({ as }) => as), ...few]))
    hidden.set(actor, await callsWithHidden(database, query, actor, few.has(actor) ? effort : undefined))
  const shared = once(actor => [
    ...usual.callsOf(actor),
    ...(hidden.get(actor) ?? []),
    ...(few.has(actor) ? thorough.around(startOf(query, actor)) : []),
  ])
  const hostile = await hostileParameters(database, query)

  function toPlan(plannedFor: CallsOf): CallPlan {
    return {
      base: usual.works.map(({ parameters }) => parameters),
      callsOf: actor => plannedFor(actor).map(({ parameters }) => parameters),
      usualCount: actor => eachOnce(usual.callsOf(actor)).length,
      plannedFor,
      representatives: few,
      shared,
      async withLiterals(literals) {
        const found = await literalValues(database, query, literals, effort)
        const callsOfCase: CallsOf = actor =>
          few.has(actor) ? literalCalls(startOf(query, actor), found, thorough.paired, effort) : []
        return toPlan(once(actor => [...plannedFor(actor), ...callsOfCase(actor)]))
      },
      hostile,
    }
  }
  return toPlan(shared)
}

/** The plan for a varied seed: the usual calls alone. */
export async function planUsualCalls(database: TestDatabase, query: QueryPlan, mayWrite: boolean): Promise<CallPlan> {
  const usual = await usualCalls(database, query, mayWrite)
  const plannedFor = once(usual.callsOf)
  const plan: CallPlan = {
    base: usual.works.map(({ parameters }) => parameters),
    callsOf: actor => plannedFor(actor).map(({ parameters }) => parameters),
    usualCount: actor => plannedFor(actor).length,
    plannedFor,
    representatives: new Set(await representatives(database, query)),
    shared: plannedFor,
    withLiterals: async () => plan,
    hostile: [],
  }
  return plan
}

/** The base call of an actor: the first call in `works` that the actor makes, or else the first of all. */
export function startOf(query: QueryPlan, actor: string): Parameters {
  const { works } = query
  return completeParameters(query, (works.find(({ as }) => as === actor) ?? works[0])?.parameters ?? {})
}

/** Calls for hidden values: for one value of each column, where there is no effort. */
async function callsWithHidden(
  database: TestDatabase,
  query: QueryPlan,
  actor: string,
  effort: Effort | undefined,
): Promise<PlannedCall[]> {
  const all = await hiddenValues(database, actor, query)
  const firstOf = (one: HiddenValues) => ({ ...one, values: one.values.slice(0, 1) })
  const sent = effort ? all : all.map(firstOf)
  const limits = { withParts: effort !== undefined, most: effort?.hiddenValues ?? 0 }
  return hiddenValueCalls(database, query, startOf(query, actor), sent, limits)
}

/** The calls, made once for each actor, without those that come a second time. */
function once(make: CallsOf): CallsOf {
  const made = new Map<string, PlannedCall[]>()
  return actor => {
    const calls = made.get(actor) ?? eachOnce(make(actor))
    made.set(actor, calls)
    return calls
  }
}
