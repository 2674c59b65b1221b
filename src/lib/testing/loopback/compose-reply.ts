// Turns what a test wants to be said into the bytes that the played server would send.

import { type Answer, type Delivery, type HttpFault, isFault, type ReplyChange } from './answer.ts'
import type { CheckedRequest } from './check-request.ts'
import { isObject, tokensIn } from './read-prompt.ts'
import type { SampleModel } from './sample-models.ts'

export type Flavour = 'openrouter' | 'plain'

export interface Prepared {
  status: number
  headers: Record<string, string>
  body: string
  delivery: Delivery
  /** USD that it says it has cost. */
  cost?: number
}

export interface ReplyFacts extends CheckedRequest {
  flavour: Flavour
  nth: number
  cachedChars: number
}

const atOnce: Delivery = { how: 'at-once' }
const json = { 'Content-Type': 'application/json' }

/** What the model says when the test does not care. It judges nothing. */
const usualAnswer = {
  explanation: 'The loopback server judges nothing.',
  assessment: 'bad',
  violated_rules: ['R1'],
}

export function composeReply(answer: Answer | undefined, facts: ReplyFacts): Prepared {
  if (answer === undefined) return composeReply(usualAnswer, facts)
  if (!isFault(answer)) return completion(facts, typeof answer === 'string' ? answer : JSON.stringify(answer), {})
  if (answer.fault === 'reply') return completion(facts, JSON.stringify(usualAnswer), answer)
  if (answer.fault === 'delivery') return { ...composeReply(answer.of, facts), delivery: answer.delivery }
  return composeError(answer, facts.flavour)
}

export function composeError(fault: HttpFault, flavour: Flavour): Prepared {
  if (fault.fault === 'raw') return { ...fault, delivery: atOnce }
  const { status, message, metadata, headers } = fault
  const error =
    flavour === 'openrouter'
      ? { message, code: status, metadata }
      : { message, type: 'api_error', param: null, code: null }
  const more = flavour === 'openrouter' ? { user_id: 'user_loopback' } : {}
  return { status, headers: { ...json, ...headers }, body: JSON.stringify({ error, ...more }), delivery: atOnce }
}

export function composeJson(value: unknown): Prepared {
  return { status: 200, headers: json, body: JSON.stringify(value), delivery: atOnce }
}

function completion(facts: ReplyFacts, words: string, change: ReplyChange): Prepared {
  const { flavour, nth, model, host } = facts
  const created = Math.floor(Date.now() / 1000)
  const thinks = reasons(facts)
  const reasoningTokens = thinks ? 64 : 0
  const most = Number(facts.body.max_tokens ?? facts.body.max_completion_tokens ?? Number.POSITIVE_INFINITY)
  const content = words.slice(0, Math.max(0, most - reasoningTokens) * 4)
  const finish = content.length < words.length ? 'length' : 'stop'
  const usage = countUsage(facts, tokensIn(content.length) + reasoningTokens, reasoningTokens)
  const message = {
    role: 'assistant',
    content,
    ...(flavour === 'openrouter' && { refusal: null, reasoning: thinks ? 'I read the rules, then the code.' : null }),
    ...change.message,
  }
  const choice = {
    index: 0,
    ...(flavour === 'openrouter' && { logprobs: null, native_finish_reason: finish }),
    finish_reason: finish,
    message,
    ...change.choice,
    // JSON.stringify leaves it out: a local server knows no such field.
    ...(flavour === 'plain' && { native_finish_reason: undefined }),
  }
  const id = flavour === 'openrouter' ? `gen-${created}-${String(nth).padStart(8, '0')}` : `chatcmpl-${nth}`
  const charged = change.usage === null ? null : { ...usage, ...change.usage }
  const body = {
    id,
    ...(flavour === 'openrouter' && { provider: host }),
    model: flavour === 'openrouter' ? servedName(model) : model.id,
    object: 'chat.completion',
    created,
    system_fingerprint: flavour === 'openrouter' ? null : 'fp_ollama',
    choices: [choice],
    usage: charged,
    ...change.body,
  }
  const headers: Record<string, string> = flavour === 'openrouter' ? { ...json, 'X-Generation-Id': id } : json
  const cost = charged && 'cost' in charged ? Number(charged.cost) : 0
  return { status: 200, headers, body: JSON.stringify(body), delivery: atOnce, cost }
}

/** The dated name, and which variant: 'meta-llama/llama-3.1-8b-instruct:free'. */
function servedName({ id, canonical_slug }: SampleModel): string {
  return canonical_slug + (/:[a-z]+$/.exec(id)?.[0] ?? '')
}

function reasons({ flavour, model, body }: ReplyFacts): boolean {
  if (flavour === 'plain' || !model.reasoning) return false
  const asked = isObject(body.reasoning) ? (body.reasoning.effort ?? 'medium') : (body.reasoning_effort ?? 'none')
  return model.reasoning.mandatory || asked !== 'none'
}

function countUsage(facts: ReplyFacts, completionTokens: number, reasoningTokens: number) {
  const { prompt, model } = facts
  const promptTokens = Math.min(prompt.tokens, model.context_length)
  const counts = {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  }
  if (facts.flavour === 'plain') return counts
  const cached = Math.floor(facts.cachedChars / 4)
  const canWrite = prompt.breakpoint !== undefined && model.pricing.input_cache_write !== undefined
  const written = canWrite && cached === 0 ? tokensIn(prompt.breakpoint ?? 0) : 0
  const price = (name: string, otherwise = 'prompt') => Number(model.pricing[name] ?? model.pricing[otherwise] ?? 0)
  const promptCost =
    (promptTokens - cached - written) * price('prompt') +
    cached * price('input_cache_read') +
    written * price('input_cache_write')
  const completionsCost = completionTokens * price('completion')
  return {
    ...counts,
    cost: promptCost + completionsCost,
    is_byok: false,
    prompt_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
    cost_details: {
      upstream_inference_cost: null,
      upstream_inference_prompt_cost: promptCost,
      upstream_inference_completions_cost: completionsCost,
    },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  }
}
