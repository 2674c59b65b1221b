// What the project wants of a place that keeps answers. SQLite is behind it today (`sqlite/`), a server may be tomorrow:
// every operation takes a set and is one round trip, nothing of the caller runs inside a transaction, and rows are read in
// batches, so that a large database never lies in memory as a whole. `testing/store-suite.ts` says the same as tests.

import type { Answer, Case, Evaluation, HttpFacts, Question, Result, Verdict } from '../domain.ts'
import type { Judged, Selection } from '../summary.ts'

/**
 * Operations may overlap. Each is done as a whole or not at all, and what one has written the next one sees. An error that
 * the user can mend is a `UserError`.
 */
export interface Store extends AsyncDisposable, QuestionStore, LeaseStore, CaseStore, ResultReader, ReplyStore {}

/** What was asked, and what came of it. */
export interface QuestionStore {
  /** Whether there is no answer at all. */
  isEmpty(): Promise<boolean>
  /**
   * Those of the questions that have no answer, in the same order. An older answer to exactly the same question becomes the
   * current one: a case that was edited and edited back has its old answer again.
   */
  missing(questions: Question[]): Promise<Question[]>
  /** What the current answers say, as much as a score needs; undefined where there is none. */
  judgements(questions: Question[]): Promise<(StoredJudgement | undefined)[]>
  /** Keeps answers as the current ones and ends the leases of their questions. It resolves when they are on the disk. */
  add(answers: AnsweredQuestion[]): Promise<void>
  /** The same for calls that brought no reply. */
  addFailures(failures: FailedQuestion[]): Promise<void>
}

/**
 * Which run is asking what: two runs on one database share the work, and nothing is paid for twice. Other runs see a lease
 * when the promise resolves; leases need not outlive a power cut, so that nobody waits for the disk.
 */
export interface LeaseStore {
  /**
   * Takes what is free: what no run holds, what `holder` itself holds, and what somebody held until a time before `now`.
   * Times are epoch milliseconds. There is one result for each question, in the same order.
   */
  lease(questions: Question[], holder: Holder, times: { now: number; until: number }): Promise<Lease[]>
  release(questions: Question[]): Promise<void>
  /** Ends all leases of a run that has died. */
  releaseAll(holder: Holder): Promise<void>
  renewLeases(holder: Holder, until: number): Promise<void>
}

/** Where the cases lie that answers are about; decisions/015 says why. */
export interface CaseStore {
  /** Every case and content that any answer is about. */
  storedCases(): Promise<StoredCase[]>
  /** Brings the store up to date with a corpus. The same changes a second time change nothing. */
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
  answers(selection: Selection, options: { isFull: boolean; sampleStep?: number }): AsyncIterable<StoredAnswer[]>
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
  /** Somebody has answered it; nothing was leased. */
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
  /** Whether these are current answers. */
  isCurrent: boolean
  /** What the answers say of the case beside its content. */
  violates: string[]
  descriptionHash: string
}

/** What a corpus has otherwise than the store. */
export interface CorpusChanges {
  /** Answers to copy: the case has another path now. What the new path has already is left as it is. */
  copies: { from: CaseVersion; to: Case }[]
  /** Cases of which the current answers about this content are to say what the file says. */
  updates: { version: CaseVersion; to: Case }[]
  /** Paths that the corpus does not have, and such as it has. */
  absent: string[]
  present: string[]
}

/** As much of the current answer to a question as a score needs. */
export type StoredJudgement = Pick<Evaluation, 'latencyMs' | 'cost' | 'promptTokens' | 'completionTokens'> & {
  verdict: Pick<Verdict, 'result' | 'rules'>
}

/** An evaluation with where it came from; in full, with what was sent and what came back. */
export interface StoredAnswer extends Evaluation {
  servedModel: string | null
  finishReason: string | null
  cachedTokens: number | null
  reasoningTokens: number | null
  attempts: number
  evaluationPromptHash: string
  reply?: string
  sent?: string | null
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
