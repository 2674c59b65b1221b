// From what came back to what it means: the envelope first, then the model's words.
import type { NoVerdict, Provenance, Reply, Verdict } from '../domain.ts'
import type { MessageText } from '../lib/chat-envelope/open-choices.ts'
import { readEnvelope } from '../lib/chat-envelope/read-envelope.ts'
import type { Trouble } from '../lib/chat-envelope/trouble.ts'
import { OUTCOMES } from './outcomes.ts'
import { readJson } from './read-json.ts'
import { readVerdict } from './read-verdict.ts'

/** An answer of the model; or a failure of the call, which says nothing about the model. */
export type Reading =
  /** `text` is what the model wrote, without the envelope. */
  | { kind: 'verdict'; verdict: Verdict; text: string; provenance: Provenance | null }
  | {
      kind: 'failure'
      trouble: Trouble
      /** The server's words, then what to do. */
      message: string
      /** Whether the next call to this model would fail in the same way. */
      stopsModel: boolean
      /** Whether this is no server of this kind at all, unless it has answered before: a wrong address answers all alike. */
      isWrongAddress: boolean
      /** Whether the model may have answered, and its reply was lost on the way. */
      mayBeBilled: boolean
      provenance: Provenance
    }

const WHY: Record<NoVerdict, string> = {
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
    const verdict = { result, explanation: `${WHY[result]}: ${message}`, rules: [] }
    return { kind: 'verdict', verdict, text: '', provenance }
  }
  const isWrongAddress = trouble === 'http_body' && !envelope.isRetryable && [200, 404, 405].includes(http.status)
  const stopsModel = outcome.failure === 'model'
  const words = withAdvice(message, outcome.advice)
  return { kind: 'failure', trouble, message: words, stopsModel, isWrongAddress, mayBeBilled, provenance }
}

/**
 * A model that ran on after its answer gave one, and so did one whose answer a server took for reasoning; but only a
 * text that is nothing but the answer is surely that.
 */
function readText({ text, isCut, isReasoning }: MessageText): Verdict {
  if (!isCut && !isReasoning) return readVerdict(text)
  const verdict = isBareAnswer(text.trim()) ? readVerdict(text) : undefined
  if (verdict?.result === 'good' || verdict?.result === 'bad') return verdict
  if (isCut) return { result: 'truncated', explanation: `${WHY.truncated}: raise --max-tokens`, rules: [] }
  return { result: 'empty', explanation: `${WHY.empty}: all of it is reasoning`, rules: [] }
}

function isBareAnswer(text: string): boolean {
  const { value, end } = readJson(text, 0)
  if (value?.kind !== 'object' || end < text.length) return false
  return value.entries.some(({ key }) => key.trim().toLowerCase() === 'assessment')
}

function withAdvice(message: string, advice: string): string {
  return `${/[.…!?]$/.test(message) ? message : `${message}.`} ${advice}`
}
