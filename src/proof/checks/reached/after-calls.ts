// Whether a part of a migration shows in a call after another call: a trigger writes who may read a document, and the next call
// reads the document.

import type { CaseRun } from '../../cases/case-run.ts'
import { digestText } from '../../cases/outcome.ts'
import { DatabaseError } from '../../postgres/session.ts'
import { inOwnSavepoint, openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { ProofRun } from '../check.ts'
import { openAfter } from '../sequences/open-sequence.ts'
import type { SequenceStep } from '../sequences/step.ts'

/** The most calls of `works` that are made before others. */
const MOST_FIRST = 12

/** Makes a function that says whether other code gives something else after a call of `works` that writes. */
export function createComparison(proofRun: ProofRun, group: CaseRun[]): (code: string) => Promise<boolean> {
  const first = firstCalls(proofRun, group)
  const usual = new Map<SequenceStep, string>()
  return async code => {
    for (const call of first) {
      const before = usual.get(call) ?? (await resultsAfter(proofRun, group, call))
      usual.set(call, before)
      await using _ = await inOwnSavepoint(proofRun.database, 'other_code')
      if (!(await executes(proofRun, code))) return false
      if ((await resultsAfter(proofRun, group, call)) !== before) {
        // The call that showed this part is tried first for the next one.
        first.splice(0, 0, ...first.splice(first.indexOf(call), 1))
        return true
      }
    }
    return false
  }
}

/** The calls of `works` that may write, of a case whose calls can be made one after the other. */
function firstCalls({ database: { plan } }: ProofRun, group: CaseRun[]): SequenceStep[] {
  const writing = group.filter(({ program }) => program.perform && !program.facts.readsOnly)
  const calls = writing.flatMap(caseRun =>
    caseRun.works.map(({ as, parameters }) => ({
      caseRun,
      actor: as,
      context: plan.actors[as] ?? {},
      parameters,
      origins: {},
    })),
  )
  return calls.slice(0, MOST_FIRST)
}

async function executes({ database: { session } }: ProofRun, code: string): Promise<boolean> {
  try {
    await session.run(code)
    return true
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    return false
  }
}

/** What the calls of `works` give after a call, of those that only read also to other actors. */
async function resultsAfter(proofRun: ProofRun, group: CaseRun[], call: SequenceStep): Promise<string> {
  const { database } = proofRun
  await using _after = await openAfter(proofRun, call)
  await using _world = await openWorld(database, UNCHANGED)
  const found: string[] = []
  for (const { query, callPlan, program } of group) {
    const ofWorks = query.works.map(({ as, parameters }) => [{ context: database.plan.actors[as] ?? {}, parameters }])
    const ofOthers = Object.values(database.plan.actors).flatMap(context =>
      callPlan.base.map(parameters => [{ context, parameters }]),
    )
    const digests = await program.run(program.facts.readsOnly ? ofOthers : ofWorks, 'work')
    found.push(...digests.map(digest => digestText(digest, program.facts.asksForOrder)))
  }
  return found.join('\n')
}
