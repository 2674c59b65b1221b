// Steps that store a value at the boundary of its type: NaN as an amount, a blank name. What later calls compute from it may be
// wrong where the call that stored it was right.

import { inTurn } from '../../../lib/in-turn.ts'
import type { CaseRun } from '../../cases/case-run.ts'
import type { ProofRun } from '../check.ts'
import type { SequenceStep } from './step.ts'

/** The most of one case. */
const MOST = 4

/** Single calls that changed something, of each operation in turn. Each changes something else. */
export function extremeSteps(proofRun: ProofRun, operations: CaseRun[]): SequenceStep[] {
  const writing = operations.filter(
    ({ program, query }) => program.perform && !program.facts.readsOnly && !query.statements,
  )
  return inTurn(writing.map(caseRun => stepsOf(proofRun, caseRun))).slice(0, MOST)
}

function stepsOf({ database: { plan } }: ProofRun, caseRun: CaseRun): SequenceStep[] {
  const { callPlan, facts } = caseRun
  const byChanges = new Map<string, SequenceStep>()
  for (const actor of callPlan.representatives) {
    const digests = facts.digests?.get(actor) ?? []
    for (const [nth, { parameters, reason }] of callPlan.plannedFor(actor).entries()) {
      const { error, changes = [] } = digests[nth] ?? {}
      const text = JSON.stringify(changes)
      if (reason !== 'boundaries' || error !== undefined || changes.length === 0 || byChanges.has(text)) continue
      byChanges.set(text, { caseRun, actor, context: plan.actors[actor] ?? {}, parameters, origins: {} })
    }
  }
  return [...byChanges.values()]
}
