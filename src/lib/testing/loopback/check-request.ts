// Refuses what OpenRouter refuses, in its words.

import type { HttpFault } from './answer.ts'
import { contextLength, httpError, noEndpoints, providerError } from './faults.ts'
import { isObject, type PromptFacts, readPrompt } from './read-prompt.ts'
import { hostSlug, hostsOf } from './sample-hosts.ts'
import type { SampleModel } from './sample-models.ts'

export interface CheckedRequest {
  body: Record<string, unknown>
  model: SampleModel
  host: string
  prompt: PromptFacts
}

const providerKeys = [
  ...['order', 'only', 'ignore', 'allow_fallbacks', 'require_parameters', 'data_collection', 'zdr', 'quantizations'],
  ...['sort', 'max_price', 'preferred_min_throughput', 'preferred_max_latency', 'enforce_distillable_text'],
]
const efforts = ['max', 'xhigh', 'high', 'medium', 'low', 'minimal', 'none']

/** The request as the server understands it, or the error that it answers with. */
export function checkRequest(text: string, models: readonly SampleModel[]): CheckedRequest | HttpFault {
  const body = parseObject(text)
  if (!body) return badRequest('Invalid JSON body')
  const prompt = readPrompt(body.messages)
  if (typeof prompt === 'string') return badRequest(prompt)
  const model = findModel(body.model, models)
  if (!model) return badRequest(`${body.model} is not a valid model ID`)
  const wrong = wrongParameter(body) ?? wrongProvider(body.provider) ?? wrongReasoning(body, model)
  if (wrong) return badRequest(wrong)
  const host = chooseHost(model, body.provider)
  if (!host) return httpError(404, 'No allowed providers are available for the selected model.')
  if (isObject(body.provider) && body.provider.require_parameters === true && !supportsAll(body, model))
    return noEndpoints()
  if (wantsTheWord(body, model) && !/json/i.test(prompt.text))
    return providerError(400, "'messages' must contain the word 'json' in some form, to use 'response_format'.")
  const asked = prompt.tokens + Number(body.max_tokens ?? body.max_completion_tokens ?? 0)
  if (asked > model.context_length && !isCompressed(body, model)) return contextLength(model.context_length, asked)
  return { body, model, host, prompt }
}

export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function badRequest(message: string): HttpFault {
  return httpError(400, message)
}

/** By id, dated name, or id with a routing suffix; a bare name is unknown. */
function findModel(name: unknown, models: readonly SampleModel[]): SampleModel | undefined {
  const plain = String(name).replace(/:(nitro|floor|exacto|online)$/, '')
  return models.find(model => model.id === plain) ?? models.find(model => model.canonical_slug === plain)
}

function wrongParameter(body: Record<string, unknown>): string | undefined {
  const { temperature, top_p, seed, max_tokens, max_completion_tokens, stream, response_format } = body
  if (outside(temperature, 0, 2)) return 'temperature: expected a number from 0 to 2'
  if (outside(top_p, 0, 1)) return 'top_p: expected a number from 0 to 1'
  if (seed !== undefined && !Number.isInteger(seed)) return 'seed: expected an integer'
  for (const most of [max_tokens, max_completion_tokens])
    if (most !== undefined && !(Number.isInteger(most) && Number(most) >= 1)) return 'max_tokens: expected 1 or more'
  if (stream === true) return 'stream: this loopback server does not stream'
  if (response_format === undefined) return undefined
  if (!isObject(response_format)) return 'response_format: expected an object'
  if (['text', 'json_object'].includes(String(response_format.type))) return undefined
  const schema = response_format.json_schema
  if (response_format.type !== 'json_schema' || !isObject(schema)) return 'response_format: invalid type'
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(schema.name))) return 'response_format.json_schema.name: invalid'
  return isObject(schema.schema) ? undefined : 'response_format.json_schema.schema: required'
}

function outside(value: unknown, low: number, high: number): boolean {
  return value !== undefined && !(typeof value === 'number' && value >= low && value <= high)
}

function wrongProvider(provider: unknown): string | undefined {
  if (provider === undefined) return undefined
  if (!isObject(provider)) return 'provider: expected an object'
  const unknown = Object.keys(provider).filter(key => !providerKeys.includes(key))
  if (unknown.length > 0) return `Unrecognized key(s) in object: ${unknown.map(key => `'${key}'`).join(', ')}`
  const lists = [provider.order, provider.only, provider.ignore].filter(list => list !== undefined)
  return lists.every(list => Array.isArray(list)) ? undefined : 'provider: expected a list of providers'
}

function wrongReasoning(body: Record<string, unknown>, model: SampleModel): string | undefined {
  const { reasoning = {}, reasoning_effort } = body
  if (!isObject(reasoning)) return 'reasoning: expected an object'
  if (reasoning.effort !== undefined && reasoning.max_tokens !== undefined)
    return 'Only one of "reasoning.effort" and "reasoning.max_tokens" can be specified'
  const effort = reasoning.effort ?? reasoning_effort
  if (effort !== undefined && !efforts.includes(String(effort)))
    return `reasoning.effort: expected ${efforts.join('|')}`
  if (model.reasoning?.mandatory && (effort === 'none' || reasoning.enabled === false))
    return 'Reasoning is mandatory for this endpoint and cannot be disabled.'
  return undefined
}

/** The first host that the request leaves, undefined if none is left. */
function chooseHost(model: SampleModel, provider: unknown): string | undefined {
  const { order, only, ignore, allow_fallbacks } = isObject(provider) ? provider : {}
  const names = (list: unknown) =>
    Array.isArray(list) ? list.map(name => hostSlug(String(name).split('/')[0] ?? '')) : []
  const left = hostsOf(model.id).filter(
    host => (only === undefined || names(only).includes(hostSlug(host))) && !names(ignore).includes(hostSlug(host)),
  )
  const first = names(order).flatMap(name => left.filter(host => hostSlug(host) === name))
  return first[0] ?? (order !== undefined && allow_fallbacks === false ? undefined : left[0])
}

/** Whether the model lists every parameter that was sent; without `require_parameters` the others are ignored. */
function supportsAll(body: Record<string, unknown>, model: SampleModel): boolean {
  const needed = ['temperature', 'top_p', 'seed', 'stop', 'max_tokens', 'reasoning'].filter(name => name in body)
  if ('max_completion_tokens' in body) needed.push('max_tokens')
  if ('reasoning_effort' in body) needed.push('reasoning')
  if (isObject(body.response_format)) {
    needed.push(body.response_format.type === 'json_schema' ? 'structured_outputs' : 'response_format')
  }
  return needed.every(name => model.supported_parameters.includes(name))
}

function wantsTheWord(body: Record<string, unknown>, model: SampleModel): boolean {
  const isJsonMode = isObject(body.response_format) && body.response_format.type === 'json_object'
  return isJsonMode && /^(openai|deepseek)\//.test(model.id)
}

/** Endpoints of 8192 tokens or fewer cut the middle out of the prompt and say nothing, unless told not to. */
function isCompressed(body: Record<string, unknown>, model: SampleModel): boolean {
  const plugins = Array.isArray(body.plugins) ? body.plugins : []
  const plugin = plugins.find(plugin => isObject(plugin) && plugin.id === 'context-compression')
  return plugin ? plugin.enabled !== false : model.context_length <= 8192
}
