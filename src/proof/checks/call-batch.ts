import type { CaseRun } from '../cases/case-run.ts'
import type { ResultDigest } from '../cases/outcome.ts'
import type { Parameters } from '../inputs/parameters.ts'
import type { Actor } from '../worlds/actors.ts'

/** All calls of one case by one actor, with their results in the test database as it is. */
export interface CallBatch {
  caseRun: CaseRun
  actor: Actor
  calls: Parameters[]
  /** The results, in the order of the calls. */
  real: ResultDigest[]
  /**
   * By rule, the calls that were allowed to change rows that the rule hides (`may_change`): worlds show nothing about
   * them.
   */
  exempt: Map<string, Set<number>>
}

/** Chooses the calls of a batch that are worth trying in another world. Gives their positions in the batch. */
export interface CallChoice {
  /** For the world without anything that is hidden from the actor. */
  withoutHidden(batch: CallBatch): number[]
  /** For the world in which everything hidden has one other value. */
  withOtherHidden(batch: CallBatch): number[]
  /** For the world in which hidden columns are NULL. */
  withEmptyHidden(batch: CallBatch): number[]
}
