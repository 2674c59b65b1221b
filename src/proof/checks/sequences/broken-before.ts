// What did not hold any more before the last call of a sequence, and what else was seen after its steps.

import type { Witness } from '../../../witness.ts'
import { completeParameters } from '../../inputs/parameters.ts'
import { inOneOrder, shownCall, shownOutcome } from '../../witness/shown.ts'
import type { Observation, ProofRun } from '../check.ts'
import { alwaysEvidence } from '../writes/always-checks.ts'
import { describeFailure } from '../writes/judge-digest.ts'
import type { OpenSequence } from './open-sequence.ts'
import type { BrokenSequence } from './shorten.ts'
import { callerName, type SequenceStep, toApplicationCall } from './step.ts'

/** A rule that the last step of a sequence breaks. */
export interface Found {
  rule: string
  sequence: BrokenSequence
  /** The witness of the sequence as it was found. */
  witness: Witness
}

/** What must always hold, and did not hold after one of the steps. */
export function brokenBefore({ steps, changes, broken }: OpenSequence): Found[] {
  return broken.flatMap(({ at, violation: { rule, condition = '' } }) => {
    const step = steps[at]
    if (!step) return []
    const { caseRun, context, parameters, outcome } = step
    const witness: Witness = {
      rule,
      call: shownCall(caseRun, { name: callerName(step), context }, completeParameters(caseRun.query, parameters)),
      ...(at > 0 ? { before: steps.slice(0, at).map(toApplicationCall) } : {}),
      got: shownOutcome(inOneOrder(caseRun, outcome)),
      evidence: alwaysEvidence(
        rule,
        condition,
        changes.filter(({ call }) => call <= at + 1),
      ),
    }
    return [{ rule, sequence: steps.slice(0, at + 1), witness }]
  })
}

/** A condition of proof.yaml that failed on what a step wrote. */
export function* failureOf({ database }: ProofRun, { steps, failure }: OpenSequence): Generator<Observation> {
  const caseRun = steps[0]?.caseRun
  if (!failure || !caseRun) return
  const reason = `${describeFailure(database, failure)}, after ${saidSteps(steps)}`
  yield { caseRun, kind: 'undecided', undecided: { reason } }
}

/** What could not be decided about a call, with the steps before it. */
export function afterUndecided(
  observation: Extract<Observation, { kind: 'undecided' }>,
  { steps }: OpenSequence,
): Observation {
  const reason = `after ${saidSteps(steps)}: ${observation.undecided.reason}`
  return { ...observation, undecided: { ...observation.undecided, reason } }
}

/** `ann called share-docs/share and ben called share-docs/list` */
function saidSteps(steps: SequenceStep[]): string {
  return steps.map(step => `${callerName(step)} called ${step.caseRun.query.name}`).join(' and ')
}
