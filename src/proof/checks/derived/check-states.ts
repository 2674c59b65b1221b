// Makes the calls in `works` as actors in a state that proof.yaml has for other roles alone: a guard may look at the
// token of agents, and not at that of admins.

import type { Actor } from '../../worlds/actors.ts'
import { actorsInOtherStates } from '../../worlds/other-states.ts'
import type { Check, ProofRun } from '../check.ts'
import { callAs } from './call-as.ts'

export const states: Check = {
  name: 'states',
  needs: ['order'],
  gives: [],
  seeds: 'first',
  searchesFurther: true,
  async *run(proofRun, caseRuns) {
    yield* callAs(proofRun, await sharedActors(proofRun), caseRuns, ({ callPlan }) => callPlan.base)
  },
}

/** By the actors of a seed, the actors in other states: they are made once. */
const made = new WeakMap<Actor[], Promise<Actor[]>>()

function sharedActors({ database, actors }: ProofRun): Promise<Actor[]> {
  const known = made.get(actors) ?? actorsInOtherStates(database)
  made.set(actors, known)
  return known
}
