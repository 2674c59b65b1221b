// The words of judging what a call wrote.

import type { Change, Outcome } from '../../cases/outcome.ts'
import type { ConditionQuery, Rows } from '../../database/conditions.ts'
import type { HiddenRow } from '../../database/hidden-rows.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { QueryPlan, Value } from '../../plan/plan.ts'
import type { Keys } from './returned-keys.ts'

/** A rule that a call breaks by what it wrote. */
export interface WriteViolation {
  rule: string
  why: 'forbidden' | 'of-hidden-row' | 'into-hidden-row' | 'required-row' | 'always'
  change?: Change
  /** The condition that does not hold any more. */
  condition?: string
  /** The row that the rule requires to be inserted. */
  required?: { inserts: string; wanted: number | null; made: number }
  /** Rows that seem to be returned without the required row: `confirmReturned` makes sure. */
  returned?: { table: string; keys: Keys }
}

/** What is wrong with the changes of a call. */
export interface Judgement {
  violations: WriteViolation[]
  /** The changes of hidden rows that `may_change` allowed. */
  exempt: Exemption[]
}

/** A change that `may_change` of a rule allowed. Worlds of the rule keep the row that was changed. */
export interface Exemption {
  rule: string
  change: Change
}

/** What a call is judged by, beside its outcome. */
export interface JudgedCall {
  database: TestDatabase
  query: QueryPlan
  context: Record<string, Value>
  /** By rule, the rows that the rule hides from the caller. */
  hidden: Map<string, HiddenRow[]>
}

/** A query about the log of changes. Its answer has the positions of changes in the log, from 1. */
export interface WriteCheck extends ConditionQuery {
  /** Adds what the answer means to the judgement. */
  read(answer: Rows, judgement: Judgement): void
}

/** The part of an outcome that is judged. */
export type JudgedOutcome = Pick<Outcome, 'columns' | 'rows' | 'changes'>
