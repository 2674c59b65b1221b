import type { Prompt } from '../domain.ts'
import type { ListedModel } from './model-list.ts'

/** What the user asked to be sent; undefined is what the model does by itself. */
export interface RequestOptions {
  temperature: number | undefined
  maxTokens: number | undefined
  reasoningEffort: string | undefined
  /** The one provider behind OpenRouter that may answer. */
  provider: string | undefined
  isStructured: boolean
}

// Without a limit OpenRouter checks the credits for the model's full output; with a small one a reasoning model is cut.
const DEFAULT_MAX_TOKENS = 16_384

// These cache only what a breakpoint marks; the others cache by themselves.
const WANTS_BREAKPOINT = /^~?(anthropic|qwen|alibaba|google)\//

const ANSWER_SCHEMA = {
  name: 'assessment',
  strict: true,
  schema: {
    type: 'object',
    properties: {
      explanation: { type: 'string' },
      assessment: { type: 'string', enum: ['good', 'bad'] },
      violated_rules: { type: 'array', items: { type: 'string' } },
    },
    required: ['explanation', 'assessment', 'violated_rules'],
    additionalProperties: false,
  },
}

/** The body for OpenRouter: one system message with the shared part, and only parameters that the model lists. */
export function buildOpenRouterRequest(
  prompt: Prompt,
  {
    id,
    parameters,
    maxCompletionTokens,
    isReasoningMandatory,
  }: Pick<ListedModel, 'id' | 'parameters' | 'maxCompletionTokens' | 'isReasoningMandatory'>,
  options: RequestOptions,
  sessionId: string,
): Record<string, unknown> {
  const takes = (parameter: string) => parameters === undefined || parameters.has(parameter)
  const maxTokens = Math.min(options.maxTokens ?? DEFAULT_MAX_TOKENS, maxCompletionTokens ?? Number.POSITIVE_INFINITY)
  const { temperature, reasoningEffort, provider } = options
  const mayNotThink = reasoningEffort === 'none' && isReasoningMandatory
  const text = { type: 'text', text: prompt.shared }
  return {
    model: id,
    messages: [
      {
        role: 'system',
        content: WANTS_BREAKPOINT.test(id) ? [{ ...text, cache_control: { type: 'ephemeral' } }] : prompt.shared,
      },
      { role: 'user', content: prompt.own },
    ],
    ...(takes('max_tokens') ? { max_tokens: maxTokens } : {}),
    ...(temperature !== undefined && takes('temperature') ? { temperature } : {}),
    ...(reasoningEffort !== undefined && takes('reasoning') && !mayNotThink
      ? { reasoning: { effort: reasoningEffort } }
      : {}),
    ...(options.isStructured ? structured(takes) : {}),
    ...(provider === undefined ? {} : { provider: { only: [provider], allow_fallbacks: false } }),
    // A prompt that does not fit is an error, not a prompt with its middle cut out.
    plugins: [{ id: 'context-compression', enabled: false }],
    // Keeps an application's questions on one host, so that its cache is used.
    session_id: sessionId,
  }
}

function structured(takes: (parameter: string) => boolean): Record<string, unknown> {
  if (takes('structured_outputs')) return { response_format: { type: 'json_schema', json_schema: ANSWER_SCHEMA } }
  return takes('response_format') ? { response_format: { type: 'json_object' } } : {}
}

/**
 * The body for any other server: one user message that holds all, because some drop earlier messages when the context
 * overflows, and only what the user asked for.
 */
export function buildPlainRequest(prompt: Prompt, id: string, options: RequestOptions): Record<string, unknown> {
  const { temperature, maxTokens, reasoningEffort } = options
  return {
    model: id,
    messages: [{ role: 'user', content: prompt.text }],
    stream: false,
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort }),
    ...(options.isStructured ? { response_format: { type: 'json_schema', json_schema: ANSWER_SCHEMA } } : {}),
  }
}

/** What tells a contestant with these options from one without: only what the user chose. */
export function describeOptions(options: RequestOptions): string {
  const chosen = {
    max_tokens: options.maxTokens,
    provider: options.provider,
    reasoning_effort: options.reasoningEffort,
    structured: options.isStructured ? undefined : false,
    temperature: options.temperature,
  }
  return JSON.stringify(chosen)
}
