import { isRaised } from '../../postgres/session.ts'
import type { Step } from '../kind.ts'
import { toldByRaise } from '../told-by-error.ts'
import type { PreparedCase } from './prepared-case.ts'

/** What is known of the error of a call. */
interface CallError {
  message: string
  /** What it tells beside its message, without its context. */
  details: string
  /** Where it arose, or the first line of that. */
  context: string
}

/**
 * What an error tells that is neither a text of the code nor a value that the caller sent. What PostgreSQL itself says may
 * hold values of rows, and no code chose its words: all of it counts.
 */
export function toldValues({ templates }: PreparedCase, step: Step, { message, details, context }: CallError): string {
  if (!isRaised(context)) return `${message} ${details} ${context}`
  return toldByRaise({ message, fields: details.split('|') }, templates, step)
}
