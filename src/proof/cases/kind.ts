// A case kind says how code of some languages is run. SQL is the first kind. A second kind is one more object of the
// type `CaseKind` in `kinds.ts`; nothing else in the prover changes.

import type { Rows } from '../database/conditions.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { Parameters } from '../inputs/parameters.ts'
import type { Selector } from '../mutants/permits/selectors.ts'
import type { ProofPlan, QueryPlan, Value } from '../plan/plan.ts'
import type { CaseToProve } from './case-to-prove.ts'
import type { Outcome, ResultDigest } from './outcome.ts'

/** One request: what the server knows of the caller, and what the client sends. */
export interface Step {
  context: Record<string, Value>
  parameters: Parameters
}

/** Requests that are made one after the other. The result of the last one counts. */
export type Sequence = readonly Step[]

export interface CaseKind {
  name: string
  /** Whether code in this language, as the info string of a fence names it, is of this kind. */
  accepts(language: string): boolean
  /** Makes the case ready to be called, or says why it is not run. `number` is another for each case of a proof run. */
  prepare(database: TestDatabase, query: QueryPlan, one: CaseToProve, number: number): Promise<Program | Refusal>
  /** Removes all that `prepare` made for any case, even where `prepare` failed. */
  forget(database: TestDatabase): Promise<void>
  /**
   * Mutants: the code with one edit each, which rules and seeds should notice, and the code with an attack each. Absent: this kind has no mutants yet.
   */
  mutate?(code: string, query: QueryPlan, application: MutatedApplication): Promise<Mutants>
}

/** Why a case is not run. */
export interface Refusal {
  refused: string
  /** The SQLSTATE, where the reason is an error of PostgreSQL. */
  sqlState?: string
}

/**
 * A case that is ready to be called. Four things hold of every kind:
 * - The code runs with the rights of a caller and no more: in SQL, as `session.caller`.
 * - An error of the code is an outcome (`outcome.error`, `digest.error`), never an exception: a guard that raises is right.
 *   What fails for another reason is thrown, and leaves the case unproved.
 * - Nothing that a sequence changes is there after it: `UNDO` goes back to the world as it was built.
 * - The digest of an outcome is `digestOf(outcome, query.key)`, or another text that is the same for the same rows.
 */
export interface Program {
  facts: ProgramFacts
  /**
   * Runs many sequences in the world that is open, each as if it were the only one. Gives one digest for each, in their
   * order. Hundreds of sequences go in one statement. `expects` is only about speed: with `work`, each sequence should
   * give something; with `attack`, most give nothing.
   */
  run(sequences: Sequence[], expects?: 'work' | 'attack'): Promise<ResultDigest[]>
  /** Runs one sequence and gives its whole outcome. `look` is called before the changes are undone. */
  observe(sequence: Sequence, look?: (outcome: Outcome) => Promise<void>): Promise<Outcome>
  /**
   * Runs one sequence, and then queries about the state that it left, in one trip.
   * @throws {DatabaseError} when the sequence or one of the queries fails.
   */
  observeAndAsk(sequence: Sequence, queries: string[]): Promise<{ outcome: Outcome; answers: Rows[] }>
  /**
   * Makes one call and keeps its changes, for calls that are judged after it. Absent: calls of this kind are judged alone.
   * @throws {DatabaseError} when the call fails.
   */
  perform?(step: Step): Promise<Outcome>
  /**
   * How the program would be carried out, down to every condition. Two programs with the same plan do the same. Absent:
   * not known.
   */
  executionPlan?(): Promise<string>
  /**
   * The code without each of its parts that only permit more, such as an arm of an OR. Absent: this kind does not know
   * them.
   */
  withoutPermits?(): Promise<WithoutPermit[]>
  /** Why the code cannot be taken apart; undefined where it can be. */
  whyUnclear?(): string | undefined
}

/** The code without one part that only permits more. */
export interface WithoutPermit {
  /** Of a migration, the statements that take the part away. Undefined where it cannot be taken away. */
  code: string | undefined
  /** Without the part, a value may be of another type: code that cannot be run then says nothing against the part. */
  changesType?: boolean
  /** The code with an error in the place of the part, where it is enough that a call executes the part. */
  executed?: string
  /** Two codes: it is enough that they give the same in every call. The first is the code with the part, whoever calls. */
  alike?: { one: string; other: string }
  /** The part is told by the text of an error: what errors say is compared too. */
  isTold?: boolean
  /** The part that is left out. */
  what: string
  /** The line of the part, from 1. */
  line: number
  /** The part is a value that chooses among others. It is not left out: the value that it has in one call is written there. */
  selector?: Selector
}

/** What is known of a program without running it. */
export interface ProgramFacts {
  /** The program cannot change a row. */
  readsOnly: boolean
  /** The program may run text as SQL. */
  runsText: boolean
  /** The program may return a word such as "refused" where others raise an error. */
  mayRefuse: boolean
  /** The program may catch errors, so that a caller does not see them. */
  catchesErrors: boolean
  /** The program asks for an order of its rows. */
  asksForOrder: boolean
  /** A part of the program is limited, such as a subquery, and not only the whole. */
  hasInnerLimit: boolean
  /** One row comes back even where there is nothing to say, as of `select count(*) …`. */
  alwaysGivesRow: boolean
  /** The result may hold arrays or JSON: the number of rows does not say how much came. */
  mayNest: boolean
  /** The program may put many rows into one list, as `array_agg` does. */
  gathersRows: boolean
  /** The functions in it that give another value each time: `now()`, `random()`. */
  volatile: string[]
  /** The marks of its own that it quotes text with: `$q$`. */
  quoteMarks: string[]
  /** Signs that it may turn into a quote. */
  quoteSigns: string[]
  /** Texts that it may remove from another text: `$q$` of `replace(term, '$q$', '')`. */
  removedTexts: string[]
  /** The constants in the code, as text: `30`, `OPEN`, `90 days`. */
  literals: readonly string[]
  /** Whether the code names this table. */
  names(table: string): boolean
  /** Whether the code has a string constant with just this text. */
  holdsText(text: string): boolean
}

/** What is known of the application that mutants are made for. */
interface MutatedApplication {
  schema: string
  plan: ProofPlan
}

export interface Mutant {
  code: string
  /** What was done: `drop-conjunct`, or of an attack `loosen-for-role`. */
  operator: string
  /** The mutant is a flaw of a kind that reviewers find, and no single edit. It is proved as a case would be. */
  isAttack: boolean
  /** The piece that was edited. */
  what: string
  /** The line of the piece, from 1. */
  line: number
}

export interface Mutants {
  mutants: Mutant[]
  /** How many mutants were left out, since their normal form shows that they are the case itself. */
  equivalent: number
}
