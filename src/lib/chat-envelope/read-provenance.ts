import type { HttpFacts, Provenance } from '../../domain.ts'
import { printable } from '../text/printable.ts'
import { at } from './fields.ts'

/** Where a reply comes from and what it cost: `null` for all that the server does not say, or says in no usable form. */
export function readProvenance(body: unknown, http: HttpFacts, providerOfError = ''): Provenance {
  const usage = at(body, 'usage')
  const choice = at(body, 'choices', 0)
  return {
    provider: nameOf(at(body, 'provider')) ?? nameOf(providerOfError),
    servedModel: nameOf(at(body, 'model')),
    finishReason: nameOf(at(choice, 'finish_reason')),
    nativeFinishReason: nameOf(at(choice, 'native_finish_reason')),
    generationId: nameOf(at(body, 'id')) ?? nameOf(at(http.headers, 'x-generation-id')),
    promptTokens: countOf(at(usage, 'prompt_tokens')),
    completionTokens: countOf(at(usage, 'completion_tokens')),
    cachedTokens:
      countOf(at(usage, 'prompt_tokens_details', 'cached_tokens')) ??
      // DeepSeek, Moonshot and llama.cpp, each its own way.
      countOf(at(usage, 'prompt_cache_hit_tokens')) ??
      countOf(at(usage, 'cached_tokens')) ??
      countOf(at(body, 'timings', 'cache_n')),
    reasoningTokens:
      countOf(at(usage, 'completion_tokens_details', 'reasoning_tokens')) ?? countOf(at(usage, 'reasoning_tokens')),
    cost: costOf(usage) ?? amountOf(numberIn(at(http.headers, 'x-litellm-response-cost'))),
  }
}

/** With a key of the user's own at the provider (BYOK), what the provider charges comes on top of OpenRouter's fee. */
function costOf(usage: unknown): number | null {
  const fee = amountOf(at(usage, 'cost'))
  const upstream = at(usage, 'is_byok') === true ? amountOf(at(usage, 'cost_details', 'upstream_inference_cost')) : null
  return fee === null && upstream === null ? null : (fee ?? 0) + (upstream ?? 0)
}

function nameOf(value: unknown): string | null {
  return (typeof value === 'string' && printable(value.toWellFormed())) || null
}

function countOf(value: unknown): number | null {
  return Number.isSafeInteger(value) ? amountOf(value) : null
}

function amountOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

function numberIn(header: unknown): number | null {
  return typeof header === 'string' && /^\s*\d/.test(header) ? Number(header) : null
}
