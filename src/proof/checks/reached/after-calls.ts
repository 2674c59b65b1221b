// Whether a part of a migration shows in a call after one or two others: a trigger writes who may read a document, and the next
// call reads the document; a draft is rewritten and submitted, and then its author may not approve it.

import type { CaseRun } from '../../cases/case-run.ts'
import { digestText } from '../../cases/outcome.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import { DatabaseError } from '../../postgres/session.ts'
import { inOwnSavepoint, openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { ProofRun } from '../check.ts'
import { judgedCalls } from '../sequences/judged-calls.ts'
import { openSequence } from '../sequences/open-sequence.ts'
import type { PerformedStep, SequenceStep } from '../sequences/step.ts'
import { firstCalls, pairsOfCalls, stepOf } from './earlier-calls.ts'

/** How many parts are tried after two calls. Most show in single calls; where many do not, the seed lacks something else. */
const MOST_PARTS = 6

/** Calls that show a part at work, and the steps before them. */
export interface Shown {
  steps: SequenceStep[]
  calls: SequenceStep[]
}

/** Steps with the calls after them, and what each of the calls gave. */
interface Tried extends Shown {
  gave: string[]
}

/** Makes a function that says in which calls after others other code gives something else; undefined where in none. */
export function createComparison(proofRun: ProofRun, group: CaseRun[]): (code: string) => Promise<Shown | undefined> {
  const single = firstCalls(proofRun, group).map(call => [call])
  const known = new Map<SequenceStep[], Tried>()
  let pairs: SequenceStep[][] | undefined
  let parts = 0

  async function usual(steps: SequenceStep[]): Promise<Tried> {
    const tried = known.get(steps) ?? (await tryAfter(proofRun, steps, made => callsAfter(proofRun, group, made)))
    known.set(steps, tried)
    return tried
  }

  async function showsIn(sequences: SequenceStep[][], code: string): Promise<Shown | undefined> {
    for (const steps of sequences) {
      const before = await usual(steps)
      await using _ = await inOwnSavepoint(proofRun.database, 'other_code')
      if (!(await executes(proofRun, code))) return undefined
      const after = await tryAfter(proofRun, before.steps, () => before.calls)
      const shown = differenceOf(before, after)
      if (!shown) continue
      // The calls that showed this part are tried first for the next one.
      sequences.splice(0, 0, ...sequences.splice(sequences.indexOf(steps), 1))
      return shown
    }
    return undefined
  }

  return async code => {
    const shown = await showsIn(single, code)
    if (shown || proofRun.variation !== undefined || parts++ >= MOST_PARTS) return shown
    pairs ??= await pairsOfCalls(proofRun, group)
    return showsIn(pairs, code)
  }
}

function differenceOf(before: Tried, after: Tried): Shown | undefined {
  const { steps, calls } = before
  // A step that is refused now was the call that shows the part.
  const failed = after.steps.length < before.steps.length ? steps[after.steps.length] : undefined
  if (failed) return { steps: steps.slice(0, after.steps.length), calls: [failed] }
  const other = calls.filter((_, nth) => before.gave[nth] !== after.gave[nth])
  return other.length > 0 ? { steps, calls: other } : undefined
}

/** The calls after some steps: those of `works`, to all actors where they only read, and those about the rows of the steps. */
function callsAfter(proofRun: ProofRun, group: CaseRun[], steps: PerformedStep[]): SequenceStep[] {
  const { plan } = proofRun.database
  return group.flatMap(caseRun => {
    const { query, callPlan, program } = caseRun
    const everybody = Object.keys(plan.actors)
    const sent: [string, Parameters][] = program.facts.readsOnly
      ? everybody.flatMap(actor => callPlan.base.map((parameters): [string, Parameters] => [actor, parameters]))
      : query.works.map(({ as, parameters }) => [as, parameters])
    const takingPart = query.statements ? [] : [...new Set(steps.map(({ actor }) => actor))]
    const related = takingPart.flatMap(actor =>
      judgedCalls(proofRun.database, caseRun, actor, steps).map(({ parameters }): [string, Parameters] => [
        actor,
        parameters,
      ]),
    )
    const all = [...sent, ...related].map(([actor, parameters]) => stepOf(proofRun, caseRun, actor, parameters))
    return [...new Map(all.map(step => [JSON.stringify([step.actor, step.parameters]), step])).values()]
  })
}

/** Makes the steps, as far as none of them fails, and then each of the calls. */
async function tryAfter(
  proofRun: ProofRun,
  steps: SequenceStep[],
  callsOf: (made: PerformedStep[]) => SequenceStep[],
): Promise<Tried> {
  const { database } = proofRun
  await using open = await openSequence(proofRun)
  for (const step of steps) if (!(await open.add(step, () => true))) break
  await open.settle()
  const calls = callsOf(open.steps)
  await using _ = await openWorld(database, UNCHANGED)
  const gave = new Map<SequenceStep, string>()
  for (const [{ program }, own] of Map.groupBy(calls, ({ caseRun }) => caseRun)) {
    const digests = await program.run(
      own.map(({ context, parameters }) => [{ context, parameters }]),
      'work',
    )
    for (const [nth, digest] of digests.entries())
      gave.set(own[nth] as SequenceStep, digestText(digest, program.facts.asksForOrder))
  }
  return { steps: open.steps, calls, gave: calls.map(call => gave.get(call) ?? '') }
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
