// Makes calls at other times: when rows begin and end to count, when the intervals of rules and of the code end, on a
// weekend, at the end of a year and on a leap day. `30 days` and `1 month` are the same on most days. Code that handles
// time coarsely is called hours and days from where rows begin and end to count, too.

import { type CaseRun, isJobOf, isOpen, isSettled } from '../../cases/case-run.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { roleOf, roleParameters } from '../../plan/roles.ts'
import type { Actor } from '../../worlds/actors.ts'
import { clockOf } from '../../worlds/clock.ts'
import { coarseInstants } from '../../worlds/coarse-clocks.ts'
import { codeInstants } from '../../worlds/code-clocks.ts'
import { type ActorAtTime, actorsAt, actorsAtOtherTimes, atInstants } from '../../worlds/rule-clocks.ts'
import type { Check, Observation, ProofRun } from '../check.ts'
import { callAs } from './call-as.ts'
import { callsAtTime } from './calls-at-time.ts'

export const clocks: Check = {
  name: 'clocks',
  needs: ['order'],
  gives: [],
  seeds: 'first',
  searchesFurther: true,
  async *run(proofRun, caseRuns) {
    yield* callAt(proofRun, await sharedActors(proofRun), caseRuns)
    for (const caseRun of caseRuns) if (isOpen(caseRun)) yield* callAtTimesOfCode(proofRun, caseRun)
  },
}

/** By the actors of a seed, the same actors at other times: they are made once. */
const made = new WeakMap<Actor[], Promise<ActorAtTime[]>>()

function sharedActors({ database, actors }: ProofRun): Promise<ActorAtTime[]> {
  const known = made.get(actors) ?? actorsAtOtherTimes(database)
  made.set(actors, known)
  return known
}

function callAt(proofRun: ProofRun, actors: ActorAtTime[], caseRuns: CaseRun[]): AsyncGenerator<Observation> {
  return callAs(proofRun, actors, caseRuns, (caseRun, actor) => callsAtTime(proofRun.database, caseRun, actor))
}

/** The instants that only this case's code asks for. */
async function* callAtTimesOfCode(proofRun: ProofRun, caseRun: CaseRun): AsyncGenerator<Observation> {
  const { database } = proofRun
  const clock = clockOf(database.plan)
  const callers = namesOfCallers(database, caseRun)
  const base = clock && database.plan.actors[callers[0] ?? '']?.[clock.name]
  if (!clock || base == null) return
  const { instants, untold } = await codeInstants(database, clock, base, caseRun.case.code)
  if (instants.length > 0) yield* callAt(proofRun, await actorsAt(database, clock, callers, instants), [caseRun])
  if (untold && !isSettled(caseRun)) {
    const reason = `the code has the interval "${untold.ofCode}" where a rule has "${untold.ofRule}", and no row of the seed tells the two apart; add a row whose time lies in a month of 31 days, or write the rule's interval`
    yield { caseRun, kind: 'undecided', undecided: { reason } }
  }
  const working = proofRun.actors.filter(actor => isJobOf(caseRun, actor))
  const coarse = await coarseInstants(database, clock, working, caseRun.case.code)
  if (coarse.length > 0) yield* callAt(proofRun, await atInstants(database, clock, coarse), [caseRun])
}

/** One actor of each role whose job the query is. */
function namesOfCallers({ plan }: TestDatabase, caseRun: CaseRun): string[] {
  const roles = roleParameters(plan)
  const able = Object.keys(plan.actors).filter(name => isJobOf(caseRun, { name }))
  return [...Map.groupBy(able, name => roleOf(roles, plan.actors[name] ?? {})).values()].flatMap(
    ([first]) => first ?? [],
  )
}
