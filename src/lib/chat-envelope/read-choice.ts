// What a choice holds: the text to look for an answer in, and how the model came to its end.
import { at, isBlank, isFields, isFilled, jsonOf, listOf, parseJson, textOf } from './fields.ts'

type Ending = 'normal' | 'cut' | 'refused' | 'broken'

export interface Choice {
  ending: Ending
  /** The finish reasons as the server gave them, the native one in brackets; empty when it gave none. */
  reason: string
  /** The model's or the filter's words when it refused. */
  refusal: string
  text: string
  /** Whether the text is that of the reasoning, because there is no other. */
  isReasoning: boolean
}

// Normalised and native ones, of OpenAI, OpenRouter, Anthropic, Gemini, Bedrock, vLLM, Mistral, DeepSeek and Zhipu, by
// their letters alone. All others are normal: servers invent new ones.
const ENDINGS: Record<Exclude<Ending, 'normal'>, Set<string>> = {
  broken: new Set([
    ...['error', 'abort', 'aborted', 'cancelled', 'canceled', 'failed', 'networkerror', 'insufficientsystemresource'],
    ...['malformedfunctioncall', 'malformedresponse', 'unexpectedtoolcall'],
  ]),
  refused: new Set([
    ...['contentfilter', 'contentfiltered', 'refusal', 'sensitive', 'guardrailintervened', 'moderation'],
    ...['safety', 'recitation', 'prohibitedcontent', 'blocklist', 'spii'],
  ]),
  cut: new Set([
    ...['length', 'maxtokens', 'maxoutputtokens', 'maxcompletiontokens', 'maxnewtokens', 'maxlength', 'modellength'],
    ...['modelcontextwindowexceeded', 'contextlength', 'tokenlimit'],
  ]),
}

/** `undefined` when the choice holds no message at all. */
export function readChoice(choice: unknown): Choice | undefined {
  const message = at(choice, 'message') ?? at(choice, 'delta')
  const reasons = [at(choice, 'finish_reason'), at(choice, 'native_finish_reason')].map(reasonText)
  const ending = endingOf(reasons.map(lettersOf))
  const [reason = '', native = ''] = reasons
  const shown = native && native !== reason ? `${reason} (${native})` : reason
  if (!isFields(message)) {
    return ending === 'normal' ? undefined : { ending, reason: shown, refusal: '', text: '', isReasoning: false }
  }
  const content = at(message, 'content')
  const refused = refusalOf(message, content)
  const text = [contentText(content), ...callArguments(message)].filter(piece => !isBlank(piece)).join('\n')
  // Under a schema, vLLM has put the whole answer into the reasoning. A model that was cut there had not answered.
  const reasoned = text === '' && ending === 'normal' ? reasonedObject(message) : ''
  return {
    ending: ending === 'broken' || !refused.isRefused ? ending : 'refused',
    reason: shown,
    refusal: refused.words,
    text: reasoned || text,
    isReasoning: reasoned !== '',
  }
}

/** SGLang's own form is an object. */
function reasonText(reason: unknown): string {
  return textOf(isFields(reason) ? at(reason, 'type') : reason).trim()
}

/** `MAX_TOKENS`, `maxTokens`, `FINISH_REASON_MAX_TOKENS`, and Gemini's `content_filter: RECITATION`. */
function lettersOf(reason: string): string {
  const [name = ''] = reason.slice(0, 100).toLowerCase().split(':')
  return name.replaceAll(/[^a-z]/g, '').replace(/^finishreason/, '')
}

function endingOf(reasons: string[]): Ending {
  const found = (['broken', 'refused', 'cut'] as const).find(kind => reasons.some(reason => ENDINGS[kind].has(reason)))
  return found ?? 'normal'
}

function refusalOf(message: unknown, content: unknown): { isRefused: boolean; words: string } {
  const part = listOf(content).find(held => at(held, 'type') === 'refusal')
  const refusal = part === undefined ? at(message, 'refusal') : (at(part, 'refusal') ?? part)
  return { isRefused: isFilled(refusal), words: textOf(refusal) }
}

/** Parts are joined as they are: a text may be cut into parts anywhere. Of thinking and pictures nothing is read. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(partText).join('')
  if (content === null || content === undefined) return ''
  // Some servers parse the answer before they send it.
  return isFields(content) && typeof at(content, 'text') === 'string' ? partText(content) : jsonOf(content)
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part
  const type = at(part, 'type') ?? 'text'
  if (type !== 'text' && type !== 'output_text') return ''
  const text = at(part, 'text')
  return textOf(isFields(text) ? at(text, 'value') : text)
}

function callArguments(message: unknown): string[] {
  const calls = listOf(at(message, 'tool_calls')).map(call => at(call, 'function', 'arguments'))
  return [...calls, at(message, 'function_call', 'arguments')].map(held =>
    isFields(held) ? jsonOf(held) : textOf(held),
  )
}

function reasonedObject(message: unknown): string {
  const reasoning = (textOf(at(message, 'reasoning')) || textOf(at(message, 'reasoning_content'))).trim()
  return isFields(parseJson(reasoning)) ? reasoning : ''
}
