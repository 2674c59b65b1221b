// Chooses the calls that are worth trying in another world.

import { isJobOf } from '../../cases/case-run.ts'
import { isEmptyResult } from '../../cases/outcome.ts'
import type { CallBatch, CallChoice } from '../call-batch.ts'

export const CHOICE_FOR_CASES: CallChoice = {
  /**
   * All calls of an actor whose job the query is, since a hidden row may deny the actor what they should get. Of other
   * actors, the calls in `works` and those that gave something; none where no call gave anything.
   */
  withoutHidden(batch) {
    const { caseRun, actor, real } = batch
    const indexes = [...real.keys()]
    if (isJobOf(caseRun, actor)) return indexes
    const giving = indexes.filter(index => real[index] && !isEmptyResult(real[index]))
    if (giving.length === 0) return []
    return [...new Set([...callsOfWorks(batch), ...giving])]
  },

  /**
   * The calls in `works` and those that end in an error. Of a case that only reads, all calls that gave something to an
   * actor whose job it is.
   */
  withOtherHidden(batch) {
    const { caseRun, actor, real } = batch
    const takesAll = onlyReads(batch) && isJobOf(caseRun, actor)
    const chosen = [...real.keys()].filter(index => {
      const digest = real[index]
      return digest && (takesAll ? !isEmptyResult(digest) : mayTellOfRows(digest.error))
    })
    return [...new Set([...baseCalls(batch), ...chosen])]
  },

  withEmptyHidden: batch => (onlyReads(batch) ? baseCalls(batch) : []),
}

/** For derived actors: what differs from the actors of proof.yaml is mostly which rows exist. */
export const CHOICE_FOR_DERIVED: CallChoice = {
  withoutHidden: CHOICE_FOR_CASES.withoutHidden,
  withOtherHidden: baseCalls,
  withEmptyHidden: () => [],
}

/** For varied seeds: one world tells most, and more seeds tell more than more worlds. */
export const CHOICE_FOR_VARIED: CallChoice = {
  withoutHidden: CHOICE_FOR_CASES.withoutHidden,
  withOtherHidden: () => [],
  withEmptyHidden: () => [],
}

/** The calls that end in an error, and of a case that only reads those in `works`: for other values of columns that rules name. */
export function tellingCalls(batch: CallBatch): number[] {
  const failing = [...batch.real.keys()].filter(index => mayTellOfRows(batch.real[index]?.error))
  return [...new Set([...(onlyReads(batch) ? baseCalls(batch) : []), ...failing])]
}

/** Whether the message of an error may tell something of rows. Errors of class 42 are about the statement itself. */
function mayTellOfRows(sqlState: string | undefined): boolean {
  return sqlState !== undefined && !sqlState.startsWith('42')
}

/** Whether no call of the batch wrote anything. A case that writes may rightly copy a hidden value into a new row. */
function onlyReads({ caseRun, real }: CallBatch): boolean {
  return caseRun.program.facts.readsOnly || real.every(({ changes }) => changes.length === 0)
}

/** The calls in `works` that gave something. */
export function baseCalls(batch: CallBatch): number[] {
  return callsOfWorks(batch).filter(index => batch.real[index] && !isEmptyResult(batch.real[index]))
}

/** The calls in `works`. They come first, in a batch that has them. */
function callsOfWorks({ calls, caseRun: { callPlan } }: CallBatch): number[] {
  const works = callPlan.base.map(call => JSON.stringify(call))
  return [...works.keys()].filter(index => JSON.stringify(calls[index]) === works[index])
}
