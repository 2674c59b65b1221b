import { setTimeout } from 'node:timers/promises'
import type { Prices } from '../domain.ts'
import { UserError } from '../errors.ts'
import { HttpError, httpRequest } from '../lib/http-request.ts'
import { printable } from '../lib/text/printable.ts'
import type { Server } from './server.ts'

/** What a server's list says about a model. */
export interface ListedModel {
  id: string
  name: string
  /** Another id for the same, with a date. */
  canonicalSlug: string | null
  contextLength: number | null
  maxCompletionTokens: number | null
  prices: Prices | null
  /** Undefined when the list does not say which parameters the model takes. */
  parameters: Set<string> | undefined
  isReasoningMandatory: boolean
}

const LIST_DEADLINE_MS = 30_000
const ATTEMPTS = 3
const PAUSE_MS = 1000

/** Asks the server for its list. Needs no key on OpenRouter. */
export async function fetchModelList(server: Server): Promise<ListedModel[]> {
  const url = new URL('models', server.url)
  const headers = { accept: 'application/json', ...(server.apiKey ? { authorization: `Bearer ${server.apiKey}` } : {}) }
  for (let attempt = 1; ; attempt++) {
    try {
      const call = { method: 'GET', url, headers, deadlineMs: LIST_DEADLINE_MS, isFresh: attempt > 1 } as const
      const { status, body } = await httpRequest(call)
      if (status === 200) return parseModelList(body)
      throw new ListError(`it answered with status ${status}`, status === 429 || status >= 500)
    } catch (cause) {
      const isPassing =
        cause instanceof ListError ? cause.isPassing : cause instanceof HttpError && cause.kind === 'network'
      if (!isPassing || attempt === ATTEMPTS) {
        const message = `the list of models at ${server.host} cannot be read: ${printable((cause as Error).message)}.`
        throw new UserError(message, { tryThis: 'check the network and the address, then run again.', cause })
      }
      await setTimeout(PAUSE_MS * attempt)
    }
  }
}

class ListError extends Error {
  readonly isPassing: boolean

  constructor(message: string, isPassing: boolean) {
    super(message)
    this.isPassing = isPassing
  }
}

function parseModelList(body: string): ListedModel[] {
  let list: unknown
  try {
    list = JSON.parse(body.replace(/^\ufeff/, ''))
  } catch {
    throw new ListError('it is not JSON', false)
  }
  // Ollama without a model has `null`.
  const data = isRecord(list) ? (list.data ?? []) : undefined
  if (!Array.isArray(data)) throw new ListError('it holds no list', false)
  const models = data.filter(isRecord).flatMap(toListedModel)
  return [...new Map(models.map(model => [model.id, model])).values()]
}

function toListedModel(entry: Record<string, unknown>): ListedModel[] {
  if (typeof entry.id !== 'string' || entry.id === '') return []
  const meta = isRecord(entry.meta) ? entry.meta : {}
  const provider = isRecord(entry.top_provider) ? entry.top_provider : {}
  const reasoning = isRecord(entry.reasoning) ? entry.reasoning : {}
  return [
    {
      id: entry.id,
      name: typeof entry.name === 'string' ? entry.name : entry.id,
      canonicalSlug: typeof entry.canonical_slug === 'string' ? entry.canonical_slug : null,
      // OpenRouter, vLLM, llama.cpp.
      contextLength: toNumber(entry.context_length) ?? toNumber(entry.max_model_len) ?? toNumber(meta.n_ctx_train),
      maxCompletionTokens: toNumber(provider.max_completion_tokens),
      prices: isRecord(entry.pricing) ? toPrices(entry.pricing) : null,
      parameters: Array.isArray(entry.supported_parameters)
        ? new Set(entry.supported_parameters.map(String))
        : undefined,
      isReasoningMandatory: reasoning.mandatory === true,
    },
  ]
}

/** Prices are strings, USD a token; a negative one marks a router whose price is not known beforehand. */
function toPrices(pricing: Record<string, unknown>): Prices | null {
  const prompt = toNumber(pricing.prompt)
  const completion = toNumber(pricing.completion)
  if (prompt === null || completion === null) return null
  const cachedPrompt = toNumber(pricing.input_cache_read)
  return { prompt, completion, cachedPrompt, request: toNumber(pricing.request) ?? 0 }
}

function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
