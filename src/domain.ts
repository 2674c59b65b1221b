// The nouns that cross folders. One word for one thing, in code, files, messages and the report.

/** What is true of a case. */
export type Label = 'good' | 'bad'

/** One numbered security requirement of a specification. */
export interface Rule {
  id: string
  text: string
}

/** The categories of rules that all applications share. An application may have others too. */
export const CATEGORIES = [
  'sql-injection',
  'tenant-isolation',
  'missing-access-control',
  'soft-delete',
  'sensitive-fields',
  'pagination',
  'permission-validation',
  'state-transition',
  'temporal-access',
]

/** How many good and how many bad cases a whole query has: 01 and 02 are good, 03 to 06 bad; of eight, 07 and 08 good. */
export const QUERY_SHAPES = [
  { good: 2, bad: 4 },
  { good: 4, bad: 4 },
]

/** How large a piece of code is: its level, the smallest first. */
export const LEVELS = ['statement', 'function', 'migration'] as const

export type Level = (typeof LEVELS)[number]

/** A folder `tests/<name>/`: a specification and its cases. */
export interface Application {
  name: string
  title: string
  /** SPEC.md's Prompt section as it stands, with LF line ends: what a model sees. */
  prompt: string
  rules: Rule[]
  /** The `sql` block of the Prompt's schema: executed for the proof. Absent where there is none. */
  schema?: string
  /** The parameters that the calling convention says the server sets; absent where it does not say. */
  trusted?: string[]
  /** The absolute path of the folder that holds SPEC.md. */
  directory: string
}

/** One file `<query>-<NN>-<good|bad>.md`. */
export interface Case {
  application: string
  query: string
  /** Two digits, `01` to `06` in a query of six cases, to `08` in a query of eight. */
  number: string
  label: Label
  /** `<application>/<file>`: names the case wherever the corpus lies. */
  path: string
  /** The absolute path of the file. */
  file: string
  description: string
  /** All of the code. Of several files, their texts one behind the other, each under a comment with its name. */
  code: string
  /** The language that the fence names, `sql` or `javascript`; empty when there is none. */
  language: string
  /** The files, where the code is in files with names. */
  files?: CodeFile[]
  /** Ids of the rules that the flaw breaks, the main one first. */
  violates: string[]
  /** Only of a good case that is meant to look wrong: what it seems to break, and what refutes it. No model sees it. */
  decoy?: string
}

/** One of the files that a case consists of. */
export interface CodeFile {
  /** The path below the project: `migrations/02_policies.sql`. */
  name: string
  language: string
  code: string
}

export interface Corpus {
  /** The absolute path of the folder that it was read from. */
  directory: string
  applications: Application[]
  cases: Case[]
}

/** Something wrong with a file of the corpus. An error leaves the case or application out; a warning does not. */
export interface Problem {
  severity: 'error' | 'warning'
  /** The absolute path of the file or folder. */
  file: string
  /** From 1; absent when the trouble is the file itself. */
  line?: number
  /** What was found and what was wanted. */
  message: string
}

/** A way of asking: `evaluation-prompt.txt` is `default`, `eval-prompts/attacker.txt` is `attacker`. */
export interface EvaluationPrompt {
  name: string
  text: string
}

/** What a model is asked about one case. */
export interface Prompt {
  /** The whole of it: `shared`, then `own`. */
  text: string
  /** Specification and evaluation prompt: the same bytes for every case of an application, so that providers can cache it. */
  shared: string
  /** The code in its fence; several files each in its own, under its name. */
  own: string
  /** What `own` shows, for models that read code and not prose. */
  code: string
  language: string
}

/** What came back, as it came. */
export interface Reply {
  /** A program's or a baseline's own words; of a server, the body of its HTTP reply. */
  body: string
  /** How a server sent it; absent where the body is the text itself. */
  http?: HttpFacts
  /** What was sent beside the prompt, as JSON. */
  sent?: string
  /** How many calls it took. */
  attempts: number
  /** USD that earlier attempts have cost. */
  earlierCost?: number
  /** Of the last attempt alone, where there may have been several with pauses between them. */
  latencyMs?: number
}

export interface HttpFacts {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
}

/** Where a reply comes from and what it cost, as far as the server says. */
export interface Provenance {
  provider: string | null
  /** The model that really answered: an alias may lead to another. */
  servedModel: string | null
  finishReason: string | null
  nativeFinishReason: string | null
  generationId: string | null
  promptTokens: number | null
  completionTokens: number | null
  cachedTokens: number | null
  reasoningTokens: number | null
  /** USD. */
  cost: number | null
}

/** Why a reply gave no verdict. */
export type NoVerdict = 'refused' | 'truncated' | 'unreadable' | 'empty'

export type Result = Label | NoVerdict

/** Read from a reply: an assessment, or what happened instead. */
export interface Verdict {
  result: Result
  /** The model's reasoning; for a reply that could not be read, why it could not. */
  explanation: string
  /** Ids of the rules that the model says are broken, the main one first. */
  rules: string[]
}

/** What tells one contestant from another: the same name on another host or with other parameters is another. */
export interface ModelIdentity {
  name: string
  /** Where it runs: `built-in`, `command`, or a server's host. */
  host: string
  /** What is sent beside the prompt, as JSON with sorted keys; `{}` when nothing is. */
  parameters: string
}

/** USD a token; null where the list says nothing. */
export interface Prices {
  prompt: number
  completion: number
  cachedPrompt: number | null
  /** USD a call, beside its tokens. */
  request: number
}

/** Anything that answers a prompt. */
export interface Model {
  identity: ModelIdentity
  /** What the user typed; the identity holds the name that it was resolved to. */
  typedName: string
  /** Undefined where nothing is known; null where nothing is paid. */
  prices: Prices | null | undefined
  /** Never more calls at once than this. */
  concurrency: number
  /** @throws {CallFailure} when no reply came. */
  ask(prompt: Prompt, call: AskOptions): Promise<Reply>
  /** What was found out about how much it bears; absent where it is no server. */
  learned?: () => LearnedPace
}

export interface AskOptions {
  /** From 1. */
  repeat: number
  /** Begin nothing new, not even another attempt. */
  stop: AbortSignal
  /** Give up what is in flight. */
  abort: AbortSignal
  /**
   * Asked before another attempt, with what the last one has cost in USD (null: it may have been billed, and nobody has said
   * how much); false: there is no money for it.
   */
  mayTryAgain?: (cost: number | null) => Promise<boolean>
}

/** How much a server bears, as a run has found out. */
export interface LearnedPace {
  /** Calls in flight. */
  limit: number
  /** Calls in flight under which it last showed strain; null when it never did. */
  level: number | null
  /** Calls a second, and how many it lets through at once; null when it never refused. */
  rate: { perSecond: number; burst: number } | null
}

/** An evaluation that is yet to be made. */
export interface Question {
  case: Case
  application: Application
  evaluationPrompt: EvaluationPrompt
  model: ModelIdentity
  /** From 1. */
  repeat: number
  /** Hash of all that the answer depends on: an edited case is another question, a moved folder is not. */
  key: string
}

/** What came of asking. */
export interface Answer {
  /** ISO 8601, UTC. */
  timestamp: string
  reply: Reply
  verdict: Verdict
  provenance: Provenance | null
  typedName: string
  latencyMs: number
}

/** One case × model × prompt × repeat with its verdict: a row of the database. */
export interface Evaluation {
  id: number
  /** ISO 8601, UTC. */
  timestamp: string
  application: string
  query: string
  casePath: string
  testFile: string
  label: Label
  language: string
  code: string
  description: string
  violates: string[]
  codeHash: string
  /** Of the Prompt section that the model saw. */
  specificationHash: string
  model: ModelIdentity
  prompt: string
  /** From 1. */
  repeat: number
  verdict: Verdict
  latencyMs: number
  /** Who served it behind the host; null where nobody says, as with the tokens and the cost in USD. */
  provider: string | null
  promptTokens: number | null
  completionTokens: number | null
  cost: number | null
}

/** An evaluation with where it came from; in a full report, with what was sent and what came back. */
export interface EvaluationDetail extends Evaluation {
  servedModel: string | null
  finishReason: string | null
  cachedTokens: number | null
  reasoningTokens: number | null
  attempts: number
  evaluationPromptHash: string
  reply?: string
  sent?: string | null
}
