import type { CaseRun } from '../cases/case-run.ts'
import type { ResultDigest } from '../cases/outcome.ts'
import type { Parameters } from '../inputs/parameters.ts'
import type { Actor } from '../worlds/actors.ts'

/** The calls of one case by one actor, with what they gave in the database as it is. */
export interface CallBatch {
  caseRun: CaseRun
  actor: Actor
  calls: Parameters[]
  real: ResultDigest[]
  /** By rule, the calls that were allowed to change what it hides: comparing worlds would say nothing of them. */
  exempt: Map<string, Set<number>>
}

/** Which calls of a batch are worth another world, by their numbers. */
export interface CallChoice {
  /** For the world without anything that is hidden. */
  withoutHidden(batch: CallBatch): number[]
  /** For the world in which all that is hidden has one other value. */
  withOtherHidden(batch: CallBatch): number[]
  /** For the world in which all that is hidden is NULL. */
  withEmptyHidden(batch: CallBatch): number[]
}
