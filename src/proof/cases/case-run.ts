// A case run: a case under proof, with all that is known of the case so far. Checks only read it; only
// `checks/run-checks.ts` writes to it.

import type { CallPlan } from '../inputs/call-plan.ts'
import type { QueryPlan, WorkingCall } from '../plan/plan.ts'
import type { CaseToProve } from './case-to-prove.ts'
import { type CaseFindings, settlesLabel } from './findings.ts'
import type { Program, Step } from './kind.ts'
import type { ResultDigest } from './outcome.ts'

/** What checks find out for later checks. */
export interface Facts {
  /** For each call in `works`, the result of its first run; undefined where mutants are not compared with it. */
  workDigests: (ResultDigest | undefined)[]
  /**
   * For each call in `works`, the keys of the rows that it gave. The check `limit` copies these rows to fill a page.
   */
  workKeys: string[][]
  /** All values that the calls in `works` gave. */
  givenValues: ReadonlySet<string | null>
  /** Whether rows always come in one order, in an order that leaves ties, or in no order. */
  order: 'fixed' | 'ties' | 'none'
  /** By actor, the result of each call of the call plan; none on a varied seed. */
  digests: ReadonlyMap<string, ResultDigest[]>
  /** Of a migration: what it made, line by line, see migration/made/made-by-migration.ts. */
  made: readonly string[]
  /** Of a migration: by a call of `works` that was made before, what the calls of `works` then give, in short. */
  workAfter: ReadonlyMap<string, readonly string[]>
  /** The calls of actors that proof.yaml does not name, and all calls on a varied seed, with their results. */
  otherCalls: readonly MadeCall[]
}

/** A call with its result. */
export interface MadeCall {
  step: Step
  result: ResultDigest
}

/** A case under proof. */
export interface CaseRun {
  readonly case: CaseToProve
  readonly query: QueryPlan
  readonly callPlan: CallPlan
  /** The calls in `works` that are made on this seed. */
  readonly works: readonly WorkingCall[]
  readonly program: Program
  /** Of a mutant: the run of the case that the mutant was made from. The first difference between them ends the run. */
  readonly original?: CaseRun
  readonly findings: Readonly<CaseFindings>
  readonly facts: Readonly<Partial<Facts>>
}

/** Whether there is still something to find out about the case. */
export function isOpen({ findings, original }: CaseRun): boolean {
  if (findings.undecided !== undefined) return false
  return original === undefined || findings.killedBy === undefined
}

/** Whether the rules that are known to break settle the label. A mutant has no label, and is settled when it is killed. */
export function isSettled({ case: one, original, findings: { witnesses } }: CaseRun): boolean {
  return original === undefined && settlesLabel(one, witnesses)
}

/** Whether the case is known to break the rule. */
export function isBroken({ findings }: CaseRun, rule: string): boolean {
  return rule in findings.witnesses
}

/**
 * Whether the query is the actor's job: the actor makes a call in `works`, or is derived from one who does. Statements of their
 * own are everybody's.
 */
export function isJobOf(
  { query }: Pick<CaseRun, 'query'>,
  { name, derivedFrom = name }: { name: string; derivedFrom?: string },
): boolean {
  return query.statements !== undefined || query.works.some(({ as }) => as === derivedFrom)
}

/** Whether two results of the case can be compared row by row, in their order. */
export function isOrdered({ facts, program }: CaseRun): boolean {
  return facts.order === undefined ? program.facts.asksForOrder : facts.order === 'fixed'
}
