// A kind of case is how code of some languages is run. SQL is the first kind; a second one is one more object of this shape
// in `kinds.ts`, and nothing else in the prover changes.

import type { Rows } from '../database/conditions.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { Parameters } from '../inputs/parameters.ts'
import type { QueryPlan, Value } from '../plan/plan.ts'
import type { CaseToProve } from './case-to-prove.ts'
import type { Outcome, ResultDigest } from './outcome.ts'

/** One request: what the server knows of the caller, and what the client sends. */
export interface Step {
  context: Record<string, Value>
  parameters: Parameters
}

/** Requests one after the other. What the last one gives is what counts. */
export type Sequence = readonly Step[]

export interface CaseKind {
  name: string
  /** Whether code in this language, as the info string of a fence names it, is of this kind. */
  accepts(language: string): boolean
  /** Makes the case ready to be called, or says why it is not run. `number` tells the cases of a proof run apart. */
  prepare(database: TestDatabase, query: QueryPlan, one: CaseToProve, number: number): Promise<Program | Refusal>
  /** Removes all that `prepare` made, whatever became of it. */
  forget(database: TestDatabase): Promise<void>
  /** Edits of the code, one piece each, that rules and seeds should notice. Absent: this kind has no mutants yet. */
  mutate?(code: string, query: QueryPlan, application: MutatedApplication): Promise<Mutants>
}

export interface Refusal {
  refused: string
  /** Where PostgreSQL said it. */
  sqlState?: string
}

/** A case that is ready to be called. */
export interface Program {
  facts: ProgramFacts
  /**
   * Runs many sequences, each as if it were the only one, in the world that is open: one digest for each, in their order.
   * Hundreds go in one statement. `work`: each should do something; `attack`: most come to nothing.
   */
  run(sequences: Sequence[], expects?: 'work' | 'attack'): Promise<ResultDigest[]>
  /** Runs one sequence and keeps all that it gave. `look` is called before it is undone. */
  observe(sequence: Sequence, look?: (outcome: Outcome) => Promise<void>): Promise<Outcome>
  /**
   * The same with queries about the state right after it, in one trip.
   * @throws {DatabaseError} when the sequence or one of the queries fails.
   */
  observeAndAsk(sequence: Sequence, queries: string[]): Promise<{ outcome: Outcome; answers: Rows[] }>
  /** How it would be carried out, down to every condition: two programs with one plan are the same. Absent: nobody knows. */
  plan?(): Promise<string>
}

/** What can be known of a program without running it. */
export interface ProgramFacts {
  /** Nothing in it can change a row. */
  readsOnly: boolean
  /** It may run text as SQL. */
  runsText: boolean
  /** It may say "refused" in words where others raise an error. */
  mayRefuse: boolean
  /** It may catch errors, so that none shows. */
  catchesErrors: boolean
  /** Its rows come in an order that it asks for. */
  asksForOrder: boolean
  /** A part of it is limited, not only the whole. */
  hasInnerLimit: boolean
  /** One row comes back even where there is nothing to say: a bare count. */
  alwaysGivesRow: boolean
  /** Its result has arrays or JSON, or text that may be JSON: the number of rows does not say how much came. */
  mayNest: boolean
  /** It may put many rows into one list. */
  gathersRows: boolean
  /** Functions that give something else each time, by name. */
  volatile: string[]
  /** The marks that it quotes text with, beside the usual ones: `$q$`. */
  quoteMarks: string[]
  /** Whether it names this table. */
  names(table: string): boolean
  /** Whether it holds just this text as a string. */
  holdsText(text: string): boolean
}

/** What mutants are made with beside the code. */
export interface MutatedApplication {
  schema: string
  /** Names of the trusted parameters. */
  context: string[]
}

export interface Mutant {
  code: string
  /** The kind of edit, as `drop-conjunct`. */
  operator: string
  /** The piece that was edited. */
  what: string
  /** The line of the piece, from 1. */
  line: number
}

export interface Mutants {
  mutants: Mutant[]
  /** How many edits were left out because their form shows that they change nothing. */
  equivalent: number
}
