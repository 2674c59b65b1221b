// Which calls of a case are worth another world.

import { isJobOf } from '../../cases/case-run.ts'
import { isEmptyResult } from '../../cases/outcome.ts'
import type { CallBatch, CallChoice } from '../call-batch.ts'

export const CHOICE_FOR_CASES: CallChoice = {
  /**
   * The calls that gave something and those as they stand in `works`; of whoever does this job all, since a hidden row may
   * deny them what they should get; of whoever never gets anything none.
   */
  withoutHidden({ caseRun, actor, real }) {
    const indexes = [...real.keys()]
    if (isJobOf(caseRun, actor)) return indexes
    const something = indexes.filter(index => real[index] && !isEmptyResult(real[index]))
    if (something.length === 0) return []
    return [...new Set([...caseRun.callPlan.base.keys(), ...something])]
  },

  /** Of a case that reads, all calls that gave whoever does this job something; of any case, those that end in an error. */
  withOtherHidden(batch) {
    const { caseRun, actor, real } = batch
    const isAll = isRead(batch) && isJobOf(caseRun, actor)
    const chosen = [...real.keys()].filter(index => {
      const digest = real[index]
      return digest && (isAll ? !isEmptyResult(digest) : mayTell(digest.error))
    })
    return [...new Set([...baseCalls(batch), ...chosen])]
  },

  withEmptyHidden: batch => (isRead(batch) ? baseCalls(batch) : []),
}

/** Errors of class 42 are in the statement itself: their words are of the statement, and not of any row. */
function mayTell(sqlState: string | undefined): boolean {
  return sqlState !== undefined && !sqlState.startsWith('42')
}

/** What writes may rightly copy a hidden value to where there must be one. */
function isRead({ caseRun, real }: CallBatch): boolean {
  return caseRun.program.facts.readsOnly || real.every(({ changes }) => changes.length === 0)
}

/** The calls as they stand in `works`, where they gave something. */
export function baseCalls({ calls, real, caseRun }: CallBatch): number[] {
  return [...calls.keys()]
    .slice(0, caseRun.callPlan.base.length)
    .filter(index => real[index] && !isEmptyResult(real[index]))
}
