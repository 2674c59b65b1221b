// Reads a reply: first the envelope of the server, then the text of the model.
import type { NoVerdict, Provenance, Reply, Verdict } from '../domain.ts'
import type { MessageText } from '../lib/chat-envelope/open-choices.ts'
import { readEnvelope } from '../lib/chat-envelope/read-envelope.ts'
import type { Trouble } from '../lib/chat-envelope/trouble.ts'
import { OUTCOMES } from './outcomes.ts'
import { readJson } from './read-json.ts'
import { readVerdict } from './read-verdict.ts'

/** An answer of the model; or a failure of the call, which says nothing about the model. */
export type Reading =
  /** `text` is the text of the model, without the envelope. */
  | { kind: 'verdict'; verdict: Verdict; text: string; provenance: Provenance | null }
  | {
      kind: 'failure'
      trouble: Trouble
      /** The message of the server, and what the user can do. */
      message: string
      /** Whether the next call to this model would fail in the same way. */
      stopsModel: boolean
      /** Whether the address may be wrong: something else than a chat server replied. Ignored once the server has answered a call. */
      isWrongAddress: boolean
      /** Whether the model may have answered, so that the call may be billed, although the reply was lost. */
      mayBeBilled: boolean
      provenance: Provenance
    }

const REASONS: Record<NoVerdict, string> = {
  refused: 'the model or its provider declined',
  truncated: 'the reply was cut at the token limit',
  empty: 'the reply holds no answer',
  unreadable: 'the reply cannot be read',
}

export function readReply({ body, http }: Reply): Reading {
  if (!http) return { kind: 'verdict', verdict: readVerdict(body), text: body, provenance: null }
  const envelope = readEnvelope(body, http)
  const { provenance } = envelope
  if (envelope.kind === 'message') {
    return { kind: 'verdict', verdict: readText(envelope), text: envelope.text, provenance }
  }
  const { trouble, message, mayBeBilled } = envelope
  const outcome = OUTCOMES[trouble]
  if ('result' in outcome) {
    const { result } = outcome
    const verdict = { result, explanation: `${REASONS[result]}: ${message}`, rules: [] }
    return { kind: 'verdict', verdict, text: '', provenance }
  }
  const isWrongAddress = trouble === 'http_body' && !envelope.isRetryable && [200, 404, 405].includes(http.status)
  const stopsModel = outcome.failure === 'model'
  const text = withAdvice(message, outcome.advice)
  return { kind: 'failure', trouble, message: text, stopsModel, isWrongAddress, mayBeBilled, provenance }
}

/**
 * Some models go on writing after their answer until the reply is cut, and some servers mark an answer as reasoning. Such
 * a text counts as an answer only when it is a JSON answer and nothing else.
 */
function readText({ text, isCut, isReasoning }: MessageText): Verdict {
  if (!isCut && !isReasoning) return readVerdict(text)
  const verdict = isOnlyAnswer(text.trim()) ? readVerdict(text) : undefined
  if (verdict?.result === 'good' || verdict?.result === 'bad') return verdict
  if (isCut) return { result: 'truncated', explanation: `${REASONS.truncated}: raise --max-tokens`, rules: [] }
  return { result: 'empty', explanation: `${REASONS.empty}: all of it is reasoning`, rules: [] }
}

function isOnlyAnswer(text: string): boolean {
  const { value, end } = readJson(text, 0)
  if (value?.kind !== 'object' || end < text.length) return false
  return value.entries.some(({ key }) => key.trim().toLowerCase() === 'assessment')
}

function withAdvice(message: string, advice: string): string {
  return `${/[.…!?]$/.test(message) ? message : `${message}.`} ${advice}`
}
