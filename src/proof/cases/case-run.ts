// A case under proof, with what is known of it so far. Checks only read it; `checks/run-checks.ts` alone writes.

import type { CallPlan } from '../inputs/call-plan.ts'
import type { QueryPlan, WorkingCall } from '../plan/plan.ts'
import type { CaseToProve } from './case-to-prove.ts'
import type { CaseFindings } from './findings.ts'
import type { Program } from './kind.ts'
import type { ResultDigest } from './outcome.ts'

/** What one check finds out for later ones. */
export interface Facts {
  /** By call in `works`, what it gave at first. */
  work: ResultDigest[]
  /** By call in `works`, the keys of the rows that it may give: a page is filled with their copies. */
  permittedKeys: string[][]
  /** All values that the calls in `works` gave. */
  givenValues: ReadonlySet<string | null>
  /** Its rows always come in one order, in an order with ties, or in none. */
  order: 'fixed' | 'ties' | 'none'
  /** By actor, what each call of the call plan gave. */
  digests: ReadonlyMap<string, ResultDigest[]>
}

export interface CaseRun {
  readonly case: CaseToProve
  readonly query: QueryPlan
  readonly callPlan: CallPlan
  /** The calls that must work on this seed. */
  readonly works: readonly WorkingCall[]
  readonly program: Program
  /** Of a mutant: the run of the case that it was made from. The mutant is done with at the first difference. */
  readonly original?: CaseRun
  readonly findings: Readonly<CaseFindings>
  readonly facts: Readonly<Partial<Facts>>
}

/** Whether there is still something to find out about it. */
export function isOpen({ findings, original }: CaseRun): boolean {
  if (findings.undecided !== undefined) return false
  return original === undefined || findings.killedBy === undefined
}

export function isBroken({ findings }: CaseRun, rule: string): boolean {
  return rule in findings.witnesses
}

/** Whose job the query is. */
export function isWorking({ query }: Pick<CaseRun, 'query'>, actor: { name: string }): boolean {
  return query.works.some(({ as }) => as === actor.name)
}

/** Whether its rows can be compared in their order. */
export function isOrdered({ facts, program }: CaseRun): boolean {
  return facts.order === undefined ? program.facts.asksForOrder : facts.order === 'fixed'
}
