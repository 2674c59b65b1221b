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

/** What the list has to say for a request. */
export type ModelFacts = Pick<
  ListedModel,
  'id' | 'parameters' | 'contextLength' | 'maxCompletionTokens' | 'isReasoningMandatory'
>

export type RequestBody = { messages: Message[] } & Record<string, unknown>

export interface Message {
  role: 'system' | 'user'
  content: string | { type: 'text'; text: string; cache_control?: { type: 'ephemeral' } }[]
}

/** The body for OpenRouter: one system message with the shared part, and only parameters that the model lists. */
export function buildOpenRouterRequest(
  prompt: Prompt,
  model: ModelFacts,
  options: RequestOptions,
  sessionId: string,
): RequestBody {
  const takes = (parameter: string) => model.parameters === undefined || model.parameters.has(parameter)
  const { temperature, provider } = options
  const shared = { type: 'text' as const, text: prompt.shared, cache_control: { type: 'ephemeral' as const } }
  return {
    model: model.id,
    messages: [
      { role: 'system', content: WANTS_BREAKPOINT.test(model.id) ? [shared] : prompt.shared },
      { role: 'user', content: prompt.own },
    ],
    ...limit(prompt, model, options, takes),
    ...(temperature !== undefined && takes('temperature') ? { temperature } : {}),
    ...reasoning(model, options, takes),
    ...(options.isStructured ? structured(takes) : {}),
    ...(provider === undefined ? {} : { provider: { only: [provider], allow_fallbacks: false } }),
    // A prompt that does not fit is an error, not a prompt with its middle cut out.
    plugins: [{ id: 'context-compression', enabled: false }],
    // Keeps an application's questions on one host, so that its cache is used.
    session_id: sessionId,
  }
}

type Takes = (parameter: string) => boolean

/** A limit that the model can bear, under the name that it lists. */
function limit(
  prompt: Prompt,
  model: ModelFacts,
  { maxTokens }: RequestOptions,
  takes: Takes,
): Record<string, unknown> {
  const most = model.maxCompletionTokens ?? Number.POSITIVE_INFINITY
  // Prompt and reply share the context; three characters a token leave some room.
  const room =
    model.contextLength === null ? most : Math.max(1024, model.contextLength - Math.ceil(prompt.text.length / 3))
  const tokens = Math.min(maxTokens ?? Math.min(DEFAULT_MAX_TOKENS, room), most)
  if (takes('max_tokens')) return { max_tokens: tokens }
  return takes('max_completion_tokens') ? { max_completion_tokens: tokens } : {}
}

function reasoning(
  model: ModelFacts,
  { reasoningEffort: effort }: RequestOptions,
  takes: Takes,
): Record<string, unknown> {
  if (effort === undefined || (effort === 'none' && model.isReasoningMandatory)) return {}
  if (takes('reasoning')) return { reasoning: { effort } }
  return takes('reasoning_effort') ? { reasoning_effort: effort } : {}
}

function structured(takes: Takes): Record<string, unknown> {
  if (takes('structured_outputs')) return { response_format: { type: 'json_schema', json_schema: ANSWER_SCHEMA } }
  return takes('response_format') ? { response_format: { type: 'json_object' } } : {}
}

/**
 * The body for any other server: one user message that holds all, because some drop earlier messages when the context
 * overflows, and only what the user asked for.
 */
export function buildPlainRequest(prompt: Prompt, id: string, options: RequestOptions): RequestBody {
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
