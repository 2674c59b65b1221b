import type { CaseRun } from '../cases/case-run.ts'
import type { Change, ResultDigest } from '../cases/outcome.ts'
import type { Parameters } from '../inputs/parameters.ts'
import type { Actor } from '../worlds/actors.ts'

/** All calls of one case by one actor, with their results in the test database as it is. */
export interface CallBatch {
  caseRun: CaseRun
  actor: Actor
  calls: Parameters[]
  /** The results, in the order of the calls. */
  real: ResultDigest[]
  /** By rule and call, the changes of rows that the rule hides which `may_change` allowed. */
  exempt: Map<string, Map<number, Change[]>>
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
