// Makes a sequence step by step. What came of the steps before decides which calls are tried next: those about the same
// rows, by other actors too. A call that changes nothing is no step.

import { seededRandom } from '../../../lib/statistics/seeded-random.ts'
import type { CaseRun } from '../../cases/case-run.ts'
import type { Outcome } from '../../cases/outcome.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import { clockOf } from '../../worlds/clock.ts'
import type { ProofRun } from '../check.ts'
import type { OpenSequence } from './open-sequence.ts'
import { type SequencePlan, shuffled } from './plan-sequences.ts'
import { aboutSameRows, type Sent } from './relate-values.ts'
import type { PerformedStep, SequenceStep } from './step.ts'

/** How many calls are tried for one step. */
const MOST_TRIES = 7
/** Of a hundred steps, how many may be calls that only read, for what comes back. */
const READING_SHARE = 8
/** Of a hundred steps, how many are about rows of the steps before, where an operation may be. */
const RELATED_SHARE = 80
/** Of a hundred sequences, how many go on at a later time, where the server sets one. */
const LATER_SHARE = 25

/** Adds the steps of the plan to a sequence, and gives the time of the judged call, where it is a later one. */
export async function growSequence(
  proofRun: ProofRun,
  operations: CaseRun[],
  open: OpenSequence,
  { operations: planned, first, isLater: wantsLater, draw }: SequencePlan,
  times: string[],
): Promise<string | undefined> {
  const random = seededRandom(`sequence ${proofRun.seed} ${draw}`)
  const isDrawnLater = random() * 100 < LATER_SHARE
  const isLater = times.length > 0 && (wantsLater ?? isDrawnLater)
  const later = isLater ? times[Math.floor(random() * times.length)] : undefined
  const laterFrom = Math.floor(random() * planned.length) + 1
  for (const [nth, wanted] of planned.entries()) {
    const at = nth >= laterFrom ? later : undefined
    const operation = wanted ?? drawOperation(proofRun, operations, open.steps, random)
    const candidates = nth === 0 && first ? [first] : candidatesFor(proofRun, operation, open.steps, random)
    for (const candidate of candidates.slice(0, MOST_TRIES))
      if (
        await open.add(timed(proofRun, candidate, at), (outcome, hasChanged) => isStep(operation, outcome, hasChanged))
      )
        break
  }
  return later
}

/** An operation that writes, more often than one that only reads; one that may be about rows of the steps before. */
function drawOperation(
  { database }: ProofRun,
  operations: CaseRun[],
  steps: PerformedStep[],
  random: () => number,
): CaseRun {
  const one = <T>(items: T[]): T | undefined => items[Math.floor(random() * items.length)]
  const isReading = random() * 100 < READING_SHARE
  const isRelated = random() * 100 < RELATED_SHARE
  const some = operations.filter(({ program }) => program.facts.readsOnly === isReading)
  const related = some.filter(({ query, works }) =>
    steps.some((step, from) =>
      works.some(
        ({ as, parameters }) => aboutSameRows(database, { query, actor: as, parameters }, step, from).length > 0,
      ),
    ),
  )
  return one(isRelated && related.length > 0 ? related : some) ?? one(operations) ?? (operations[0] as CaseRun)
}

/** Whether the call changed something, or gave something that later calls may use. */
function isStep({ program }: CaseRun, { rows }: Outcome, hasChanged: boolean): boolean {
  return hasChanged || (program.facts.readsOnly && rows.length > 0)
}

function timed({ database }: ProofRun, step: SequenceStep, at: string | undefined): SequenceStep {
  const clock = clockOf(database.plan)
  return at === undefined || !clock ? step : { ...step, at, context: { ...step.context, [clock.name]: at } }
}

/** The calls that a step may be, in a drawn order: those about rows of the steps before come first. */
function candidatesFor(
  { database }: ProofRun,
  caseRun: CaseRun,
  steps: PerformedStep[],
  random: () => number,
): SequenceStep[] {
  const { query, callPlan, works } = caseRun
  const { actors } = database.plan
  const toStep = (actor: string, { parameters, origins }: Sent): SequenceStep => ({
    ...{ caseRun, actor, context: actors[actor] ?? {}, parameters, origins },
  })
  const calls = works.map(({ as, parameters }) => ({ actor: as, parameters }))
  const plain = shuffled(calls, random).map(({ actor, parameters }) => toStep(actor, { parameters, origins: {} }))
  const others = shuffled([...callPlan.representatives], random).flatMap(actor => {
    const usual = callPlan.callsOf(actor).slice(0, callPlan.usualCount(actor))
    const parameters: Parameters | undefined = usual[Math.floor(random() * usual.length)]
    return parameters ? [toStep(actor, { parameters, origins: {} })] : []
  })
  const related = shuffled([...steps.entries()], random).flatMap(([from, step]) =>
    shuffled(calls, random)
      .slice(0, 2)
      .flatMap(({ actor: own, parameters }) => {
        const names = [own, ...shuffled(Object.keys(actors), random).slice(0, 1)]
        return names.flatMap(actor => {
          const sent = aboutSameRows(database, { query, actor, parameters }, step, from)
          return shuffled(sent, random).map(one => toStep(actor, one))
        })
      }),
  )
  // One of the others is tried early now and then: what no call of `works` does may matter too.
  const first = random() < 0.25 ? others.slice(0, 1) : []
  return [...first, ...related.slice(0, 4), ...plain.slice(0, 2), ...others]
}
