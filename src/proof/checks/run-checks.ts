// Runs checks in their order and keeps their observations. No other code writes findings and facts of a case.

import type { CaseRun, Facts } from '../cases/case-run.ts'
import { isOpen, isSettled } from '../cases/case-run.ts'
import type { CaseFindings } from '../cases/findings.ts'
import { mainSeed } from '../plan/plan.ts'
import type { Check, Observation, ProofRun } from './check.ts'

/** Runs the checks one after the other. Each check gets the cases that are still open. */
export async function runChecks(proofRun: ProofRun, caseRuns: CaseRun[], checks: readonly Check[]): Promise<void> {
  const { seed, database } = proofRun
  const isFirstSeed = seed === mainSeed(database.plan)
  for (const check of checks) {
    if (check.seeds === 'first' && !isFirstSeed) continue
    if (check.seeds === 'written' && proofRun.variation !== undefined) continue
    const open = caseRuns.filter(isOpen)
    if (open.length === 0) return
    const searched = check.searchesFurther ? open.filter(caseRun => !isSettled(caseRun)) : open
    if (searched.length === 0) continue
    for await (const observation of check.run(proofRun, searched)) await keep(proofRun, observation)
  }
}

/**
 * Writes one observation to the case's findings or facts. A check goes on only after that, so it can rely on what it
 * yielded.
 */
async function keep(proofRun: ProofRun, observation: Observation): Promise<void> {
  const { caseRun } = observation
  const findings = caseRun.findings as CaseFindings
  switch (observation.kind) {
    case 'violation': {
      const { rule, actor } = observation
      if (caseRun.original) {
        findings.killedBy ??= rule
        if (actor !== undefined) proofRun.kills.set(actor, (proofRun.kills.get(actor) ?? 0) + 1)
      } else if (!(rule in findings.witnesses)) {
        const witness = await observation.witness()
        if (witness === 'unconfirmed')
          findings.undecided ??= { reason: `${rule} seemed to break in a call, but not when the call was made again` }
        else if (witness)
          findings.witnesses[rule] = proofRun.variation === undefined ? witness : { ...witness, seed: proofRun.seed }
      }
      return
    }
    case 'undecided':
      findings.undecided ??= observation.undecided
      return
    case 'doubt':
      // The run of a mutant ends at the first thing that tells it from a good case.
      if (caseRun.original) findings.undecided ??= { reason: observation.reason }
      else findings.doubt ??= observation.reason
      return
    case 'missing':
    case 'surplus':
      findings[observation.kind].push(observation.what)
      if (caseRun.original) findings.killedBy ??= 'works'
      return
    case 'unreached':
      findings.unreached.push(observation.part)
      return
    case 'active':
      findings.isActive = true
      return
    case 'tried': {
      // A statement is judged by single calls alone.
      if (!caseRun.query.operation) return
      const tried = findings.sequences ?? {}
      findings.sequences = { ...tried, [observation.calls]: (tried[observation.calls] ?? 0) + observation.count }
      return
    }
    case 'row-count':
      findings.rowCounts[observation.rule] = observation.count
      return
    case 'remark':
      if (!findings.remarks.some(({ text }) => text === observation.remark.text))
        findings.remarks.push(observation.remark)
      return
    case 'facts':
      Object.assign(caseRun.facts as Partial<Facts>, observation.facts)
      return
    case 'other-work':
      findings.killedBy ??= 'works'
      return
    case 'equivalent':
      findings.isEquivalent = true
  }
}
