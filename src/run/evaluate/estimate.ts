import type { Model, Prices, Prompt, Question } from '../../domain.ts'
import { buildPrompt } from '../../prompt/build-prompt.ts'

// Measured on English and SQL with common tokenizers: 3.5 to 4.5. An estimate is all that can be had without the model's own.
const CHARACTERS_PER_TOKEN = 4
// An answer has an explanation of some sentences. A model that writes out its reasoning takes more.
const COMPLETION_TOKENS = 600

export interface Estimate {
  calls: number
  promptTokens: number
  /** The part of the prompt tokens that an earlier question of the same application has already sent. */
  cacheableTokens: number
  completionTokens: number
  /** USD; undefined when the prices are not known. */
  cost: number | undefined
  /** The cost if the provider's cache serves all cacheable tokens. */
  cachedCost: number | undefined
}

/** What asking these questions would take. */
export function estimateCalls(questions: Iterable<Question>, prices: Model['prices']): Estimate {
  let calls = 0
  let promptTokens = 0
  let cacheableTokens = 0
  const seen = new Set<string>()
  for (const { application, evaluationPrompt, case: one } of questions) {
    const prompt = buildPrompt(application, evaluationPrompt, one)
    calls++
    promptTokens += tokens(prompt.text)
    const prefix = `${application.name}\n${evaluationPrompt.name}`
    if (seen.has(prefix)) cacheableTokens += tokens(prompt.shared)
    seen.add(prefix)
  }
  const completionTokens = calls * COMPLETION_TOKENS
  const cost = prices === undefined ? undefined : price(prices, promptTokens, 0, completionTokens, calls)
  const cachedCost =
    prices === undefined ? undefined : price(prices, promptTokens, cacheableTokens, completionTokens, calls)
  return { calls, promptTokens, cacheableTokens, completionTokens, cost, cachedCost }
}

/** What one call will probably cost, without help from a cache. */
export function estimateCall(prompt: Prompt, prices: Model['prices']): number {
  return prices ? price(prices, tokens(prompt.text), 0, COMPLETION_TOKENS) : 0
}

/** USD; `cached` is the part of the prompt tokens that came from a cache. */
export function price(prices: Prices | null, prompt: number, cached: number, completion: number, calls = 1): number {
  if (!prices) return 0
  const input = (prompt - cached) * prices.prompt + cached * (prices.cachedPrompt ?? prices.prompt)
  return input + completion * prices.completion + calls * prices.request
}

function tokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}
