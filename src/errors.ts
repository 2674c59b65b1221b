// Three kinds of trouble: an outcome is data (an unreadable reply, a failed call); a UserError is what the person at
// the keyboard can mend, and says how; anything else is a bug and keeps its stack.

import type { Problem } from './domain.ts'

/** A mistake that the user can mend. `exitCode` is 2 for a mistake in the command, 1 for everything else. */
export class UserError extends Error {
  override name = 'UserError'
  readonly tryThis: string | undefined
  readonly exitCode: 1 | 2
  /** True when the same may work in a moment: a lock that another program holds. */
  readonly isPassing: boolean

  constructor(
    message: string,
    options: { tryThis?: string; exitCode?: 1 | 2; isPassing?: boolean; cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.tryThis = options.tryThis
    this.exitCode = options.exitCode ?? 1
    this.isPassing = options.isPassing ?? false
  }
}

/** A mistake in the command itself: a flag, a name, a path that was typed. */
export class UsageError extends UserError {
  override name = 'UsageError'

  constructor(message: string, tryThis?: string) {
    super(message, { exitCode: 2, ...(tryThis === undefined ? {} : { tryThis }) })
  }
}

/** The corpus has defects; nothing was asked. */
export class CorpusError extends UserError {
  override name = 'CorpusError'
  readonly problems: Problem[]

  constructor(problems: Problem[]) {
    const errors = problems.filter(({ severity }) => severity === 'error').length
    super(`${errors} ${errors === 1 ? 'defect' : 'defects'} in the corpus; nothing was asked.`, {
      tryThis: 'mend the files above, or leave them out with --skip-invalid.',
    })
    this.problems = problems
  }
}

interface CallFailureOptions {
  stopsModel?: boolean
  isGivenUp?: boolean
  mayBeBilled?: boolean
  attempts?: number
  cause?: unknown
}

/** A call that brought no reply: kept as a failure, never scored, asked again by the next run. */
export class CallFailure extends Error {
  override name = 'CallFailure'
  /** True when the next call to this model would fail in the same way: the model is stopped, the others go on. */
  readonly stopsModel: boolean
  /** True when the user stopped the run: that says nothing about the model. */
  readonly isGivenUp: boolean
  /** True when the server may have done the work all the same. */
  readonly mayBeBilled: boolean
  readonly attempts: number

  constructor(message: string, options: CallFailureOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.stopsModel = options.stopsModel ?? false
    this.isGivenUp = options.isGivenUp ?? false
    this.mayBeBilled = options.mayBeBilled ?? false
    this.attempts = options.attempts ?? 1
  }
}
