// What a chat completion server sent: a message, or what stands in its place. The envelope is opened from the outside
// in: HTTP status, the body's form, an error at its top, the choices, an error in one, a refusal, the token limit.
import type { HttpFacts, Provenance } from '../../domain.ts'
import { classifyError } from './classify-error.ts'
import { describeError } from './describe-error.ts'
import { at, type Fields, isFilled, listOf } from './fields.ts'
import { type MessageText, type NoMessage, openChoices } from './open-choices.ts'
import { type Body, parseBody } from './parse-body.ts'
import { type ErrorFacts, readError } from './read-error.ts'
import { readFormless } from './read-formless.ts'
import { readProvenance } from './read-provenance.ts'
import { readRetryAfter } from './retry-after.ts'
import type { Trouble } from './trouble.ts'

export type Envelope =
  | ({ kind: 'message'; provenance: Provenance } & MessageText)
  | {
      kind: 'trouble'
      trouble: Trouble
      /** One line with the server's words, free of keys. */
      message: string
      /** Whether the same call may succeed a little later. */
      isRetryable: boolean
      retryAfterMs: number | null
      /** Whether the model may have answered, and its reply was lost on the way. */
      mayBeBilled: boolean
      provenance: Provenance
    }

const PASSING = new Set<Trouble>(['rate_limit', 'provider', 'timeout', 'server'])

/** `now` is what a point in time in a header is measured against. */
export function readEnvelope(body: string, http: HttpFacts, now: Date = new Date()): Envelope {
  const isRedirect = http.status >= 300 && http.status < 400
  const parsed: Body = isRedirect ? { kind: 'foreign', what: 'a redirect' } : parseBody(body)
  const fields = parsed.kind === 'json' ? parsed.fields : {}
  const seal = (facts: ErrorFacts, { trouble, message, isRetryable = PASSING.has(trouble) }: NoMessage): Envelope => ({
    kind: 'trouble',
    trouble,
    message,
    isRetryable: isRetryable && facts.retryable !== false,
    retryAfterMs: readRetryAfter(http, facts, now),
    mayBeBilled: http.status < 400 && (parsed.kind === 'blank' || parsed.kind === 'cut'),
    provenance: readProvenance(fields, http, facts.provider),
  })

  if (parsed.kind !== 'json') {
    const facts = readError(parsed.kind === 'text' ? parsed.text : null)
    return seal(facts, readFormless(parsed, facts, http.status))
  }
  const choices = listOf(at(fields, 'choices'))
  const error = errorOf(fields, http.status) ?? choices.map(choice => at(choice, 'error')).find(isFilled)
  if (error !== undefined) {
    const facts = readError(error)
    return seal(facts, { trouble: classifyError(facts, http.status), message: describeError(facts, http.status) })
  }
  const opened = openChoices(choices)
  if ('trouble' in opened) return seal(readError(null), opened)
  return { kind: 'message', ...opened, provenance: readProvenance(fields, http) }
}

/** The whole body, since parts of an error may stand beside `error`; or in its place, as SGLang, Mistral and FastAPI do. */
function errorOf(fields: Fields, status: number): Fields | undefined {
  const isFlat = at(fields, 'object') === 'error' || at(fields, 'success') === false
  const isReplaced = ['message', 'detail', 'msg', 'errors'].some(key => isFilled(at(fields, key)))
  const isError =
    status >= 400 || isFilled(at(fields, 'error')) || isFlat || (at(fields, 'choices') === undefined && isReplaced)
  return isError ? fields : undefined
}
