// What a pool and its threads send each other.

import { UserError } from '../../errors.ts'

/** What a thread is started with. */
export interface ThreadInput {
  /** The pool's `input`. */
  input: unknown
  /** Not 0 once the thread is ready for jobs. A message that says so could be overtaken by the news of its death. */
  ready: Int32Array
  /** A number that the thread may change whenever it likes. Its watchdog can read it while the thread is blocked. */
  heartbeat: Int32Array
}

export type Order<Job> = { kind: 'job'; job: Job } | { kind: 'close' }

export type Answer<Result, Note> =
  | { kind: 'note'; note: Note }
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; error: PackedError }

/** An error on its way to another thread. Node would copy it without its class. */
type PackedError =
  | { kind: 'user'; message: string; tryThis: string | undefined; exitCode: 1 | 2; isPassing: boolean }
  | { kind: 'other'; name: string; message: string; stack: string | undefined }

export function packError(error: unknown): PackedError {
  if (error instanceof UserError) {
    const { message, tryThis, exitCode, isPassing } = error
    return { kind: 'user', message, tryThis, exitCode, isPassing }
  }
  if (!(error instanceof Error)) return { kind: 'other', name: 'Error', message: String(error), stack: undefined }
  const { name, message, stack } = error
  return { kind: 'other', name, message, stack }
}

export function unpackError(packed: PackedError): Error {
  if (packed.kind === 'user') {
    const { message, tryThis, exitCode, isPassing } = packed
    return new UserError(message, { exitCode, isPassing, ...(tryThis === undefined ? {} : { tryThis }) })
  }
  const { name, message, stack } = packed
  const error = new Error(message)
  error.name = name
  if (stack !== undefined) error.stack = stack
  return error
}
