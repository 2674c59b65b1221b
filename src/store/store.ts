// The contract between `run/` and any store of answers. SQLite implements it today (`sqlite/`); a database server could.
// Every operation takes a set, so that it is one round trip. No code of the caller runs inside a transaction. Rows are read
// in batches, so that a large database is never in memory as a whole. `testing/store-suite.ts` tests the contract.

import type { Answer, Case, Evaluation, EvaluationDetail, HttpFacts, Question, Result, Verdict } from '../domain.ts'
import type { Judged, Selection } from '../summary.ts'

/**
 * A caller may start an operation before another one has ended. Each operation is done as a whole or not at all. When it
 * has resolved, every later operation sees what it wrote. An error that the user can mend is a `UserError`.
 */
export interface Store extends AsyncDisposable, QuestionStore, LeaseStore, CaseStore, ResultReader, ReplyStore {}

/** A kind of database that can hold a store, such as SQLite. The address is as the user gave it; a path is absolute. */
export interface StoreKind {
  /** Makes the store if it is not there. */
  open(address: string): Promise<Store>
  /** Undefined when there is none. Makes nothing. */
  openExisting(address: string): Promise<Store | undefined>
  /** A store for a dry run: everything that is written is undone when the store is closed, and no database is made. */
  openDryRun(address: string): Promise<Store>
}

/** Questions and the answers to them. */
export interface QuestionStore {
  /** Whether there is no answer at all. */
  isEmpty(): Promise<boolean>
  /**
   * Returns the questions that have no answer, in the same order. Where only an older answer to the same question is there,
   * it becomes the current one: a case that was edited and edited back has its old answer again.
   */
  missing(questions: Question[]): Promise<Question[]>
  /** The current answers, as much of each as a score needs, in the order of the questions; undefined where there is none. */
  judgements(questions: Question[]): Promise<(StoredJudgement | undefined)[]>
  /** Stores answers as the current ones and ends the leases of their questions. Resolves when the answers are on the disk. */
  add(answers: AnsweredQuestion[]): Promise<void>
  /** Stores calls that brought no reply, and ends the leases of their questions. Resolves when they are on the disk. */
  addFailures(failures: FailedQuestion[]): Promise<void>
}

/**
 * A lease says which run is asking a question: two runs on one database share the work, and no question is paid for twice.
 * When an operation resolves, other runs see its leases. Leases need not outlive a power cut, so no disk is waited for.
 */
export interface LeaseStore {
  /**
   * Leases each question to `holder` until a time, unless the question has an answer or another run holds it. A lease that
   * ended before `now` holds nothing. Times are epoch milliseconds. Returns a result for each question, in the same order.
   */
  lease(questions: Question[], holder: Holder, times: { now: number; until: number }): Promise<Lease[]>
  release(questions: Question[]): Promise<void>
  /** Ends all leases of a run that has died. */
  releaseAll(holder: Holder): Promise<void>
  renewLeases(holder: Holder, until: number): Promise<void>
}

/** The cases that answers are about. decisions/015 says how checkouts of a corpus share a store. */
export interface CaseStore {
  /** Every case and content that any answer is about. */
  storedCases(): Promise<StoredCase[]>
  /** Brings the store up to date with a corpus. To follow the same changes again does nothing. */
  follow(changes: CorpusChanges): Promise<void>
  /** Paths of cases that the corpus of their last run did not have. */
  absentCases(): Promise<string[]>
}

/** For the report, the exports and comparisons. */
export interface ResultReader {
  /** Current answers as far as scores need them, in no order. */
  judged(selection: Selection): AsyncIterable<Judged[]>
  /**
   * Current answers with everything that is kept of them, ordered by the path of their case. `isFull`: with requests and
   * replies. `sampleStep`: only the answers to one case in so many.
   */
  answers(selection: Selection, options: { isFull: boolean; sampleStep?: number }): AsyncIterable<EvaluationDetail[]>
  /** Specifications and evaluation prompts by their hashes, as far as they are stored. */
  texts(hashes: string[]): Promise<Map<string, string>>
  /** What there is to choose from; each may take a look at every row. */
  models(): Promise<StoredModel[]>
  applications(): Promise<string[]>
  prompts(): Promise<string[]>
}

/** For reading verdicts anew. */
export interface ReplyStore {
  /** Every reply that is kept, the oldest first. Verdicts may be updated while replies are read. */
  replies(): AsyncIterable<StoredReply[]>
  updateVerdicts(verdicts: { id: number; verdict: Verdict }[]): Promise<void>
}

export interface AnsweredQuestion {
  question: Question
  answer: Answer
}

export interface FailedQuestion {
  question: Question
  failure: StoredFailure
}

interface StoredFailure {
  /** ISO 8601, UTC. */
  timestamp: string
  reason: string
  attempts: number
  /** USD. */
  cost: number
}

/** A run: a process of a machine. */
export interface Holder {
  host: string
  pid: number
}

export type Lease =
  /** The question is the holder's to ask. */
  | { type: 'leased' }
  /** The question has an answer; nothing was leased. */
  | { type: 'answered' }
  | { type: 'held'; by: Holder }

/** A case with one content: what an answer is about, wherever the corpus lies. */
export interface CaseVersion {
  /** `<application>/<file>` */
  casePath: string
  codeHash: string
  /** Of the specification that the model saw. */
  specificationHash: string
  language: string
}

export interface StoredCase extends CaseVersion {
  application: string
  /** Whether the answers are current ones; a case may have both kinds, and appears once for each. */
  isCurrent: boolean
  /** The broken rules and the description, as these answers have them. */
  violates: string[]
  descriptionHash: string
}

/** How a corpus differs from what the store knows of its cases. */
export interface CorpusChanges {
  /** The newest answers about `from` are copied to the path of `to`, unless that path has an answer to the same question. */
  copies: { from: CaseVersion; to: Case }[]
  /** The current answers about `version` get the broken rules and the description of `to`. */
  updates: { version: CaseVersion; to: Case }[]
  /** Case paths that the corpus lacks, and case paths that it has. A path in neither list stays as it was. */
  absent: string[]
  present: string[]
}

/** As much of the current answer to a question as a score needs. */
export type StoredJudgement = Pick<Evaluation, 'latencyMs' | 'cost' | 'promptTokens' | 'completionTokens'> & {
  verdict: Pick<Verdict, 'result' | 'rules'>
}

/** A model as it was typed and as it is stored. */
export interface StoredModel {
  name: string
  typedName: string
  host: string
}

export interface StoredReply {
  id: number
  casePath: string
  model: string
  body: string
  http: HttpFacts | undefined
  result: Result
  explanation: string
  rules: string[]
}
