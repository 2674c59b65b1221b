// What a test may tell the loopback server to say, and in which order. Faults are plain data; `faults.ts` makes them.

import type { IncomingHttpHeaders } from 'node:http'

/** How the bytes of a reply reach the client. */
export type Delivery =
  | { how: 'at-once' }
  /** Headers and a 200 at once, blanks while the model works, then the body. */
  | { how: 'keep-alive'; forMs: number; everyMs: number }
  | { how: 'byte-by-byte'; everyMs: number }
  /** The first half of the body, and an end that looks proper. */
  | { how: 'cut' }
  | { how: 'reset'; when: 'before-headers' | 'in-body' }
  | { how: 'never' }

/** Changes to an otherwise whole reply; each object is laid over the part that it names. */
export interface ReplyChange {
  body?: Record<string, unknown>
  choice?: Record<string, unknown>
  message?: Record<string, unknown>
  usage?: Record<string, unknown> | null
}

export type HttpFault =
  /** An error with this HTTP status, its body in the words of the server that is played. */
  | {
      fault: 'error'
      status: number
      message: string
      metadata?: Record<string, unknown>
      headers?: Record<string, string>
    }
  /** Exactly these bytes. */
  | { fault: 'raw'; status: number; headers: Record<string, string>; body: string }

export type Fault =
  | HttpFault
  | ({ fault: 'reply' } & ReplyChange)
  | { fault: 'delivery'; delivery: Delivery; of: Answer | undefined }

/** What the model says: its words, an object that becomes its words as JSON, or a fault. */
export type Answer = string | { [key: string]: unknown; fault?: never } | Fault

/** A question that passed the server's checks. */
export interface ChatRequest {
  /** As it was asked for. */
  model: string
  /** The text of all messages, for answers that depend on what was asked. */
  text: string
  body: Record<string, unknown>
  headers: IncomingHttpHeaders
  /** 1 the first time that this very body comes, 2 when it is asked again. */
  attempt: number
}

/** `nth` counts the questions from 1. Undefined: the usual answer. */
export type AnswerFunction = (request: ChatRequest, nth: number) => Answer | undefined | Promise<Answer | undefined>

export interface Times<A extends Answer = Answer> {
  times: number
  answer: A
}

/** The answer `n` times in a row; then what follows in the sequence, or the usual answer. */
export function times<A extends Answer>(n: number, answer: A): Times<A> {
  return { times: n, answer }
}

/**
 * One after another, by the order in which questions reach the server; then the usual answer.
 * A function at the end answers all that follow: `sequence(times(2, rateLimited()), request => …)`.
 */
export function sequence(...steps: (Answer | Times | AnswerFunction)[]): AnswerFunction {
  return inOrder(steps, (_request, nth) => nth)
}

/** A sequence for each question by itself: `perQuestion(serverError())` fails each once, whatever their order. */
export function perQuestion(...steps: (Answer | Times | AnswerFunction)[]): AnswerFunction {
  return inOrder(steps, request => request.attempt)
}

function inOrder(
  steps: (Answer | Times | AnswerFunction)[],
  place: (request: ChatRequest, nth: number) => number,
): AnswerFunction {
  const flat = steps.flatMap(step => (isTimes(step) ? Array<Answer>(step.times).fill(step.answer) : [step]))
  const last = flat.at(-1)
  return (request, nth) => {
    const step = flat[place(request, nth) - 1] ?? (typeof last === 'function' ? last : undefined)
    return typeof step === 'function' ? step(request, nth) : step
  }
}

/** Makes a function of whatever the option holds: an answer for every question, a `times`, or a function. */
export function toAnswerFunction(given: Answer | Times | AnswerFunction | undefined): AnswerFunction {
  if (typeof given === 'function') return given
  return isTimes(given) ? sequence(given) : () => given
}

export function isFault(answer: Answer): answer is Fault {
  return typeof answer === 'object' && typeof answer.fault === 'string'
}

function isTimes(step: Answer | Times | AnswerFunction | undefined): step is Times {
  return typeof step === 'object' && 'times' in step && 'answer' in step
}
