// A small model list in the shape of OpenRouter's `GET /models`. Prices and limits are near the real ones, no more.

export interface SampleModel {
  id: string
  /** The dated name; the reply's `model` gives it, so what was asked for and what answered differ. */
  canonical_slug: string
  name: string
  created: number
  context_length: number
  architecture: { modality: string; input_modalities: string[]; output_modalities: string[]; tokenizer: string }
  /** USD a token, as strings. */
  pricing: Record<string, string>
  top_provider: { context_length: number; max_completion_tokens: number | null; is_moderated: boolean }
  per_request_limits: null
  supported_parameters: string[]
  default_parameters: Record<string, number | null>
  reasoning?: { mandatory: boolean; supported_efforts: string[] | null }
  expiration_date: string | null
}

interface Row {
  slug?: string
  context?: number
  output?: number | null
  /** USD a million tokens. */
  price?: { prompt: number; completion: number; input_cache_read?: number; input_cache_write?: number }
  moderated?: boolean
  /** Taken from the usual parameters. */
  without?: string[]
  reasoning?: { mandatory: boolean; supported_efforts: string[] | null }
}

const usualParameters = [
  ...['frequency_penalty', 'max_tokens', 'presence_penalty', 'response_format', 'seed', 'stop', 'structured_outputs'],
  ...['temperature', 'tool_choice', 'tools', 'top_p'],
]

/** A whole entry of the model list from the few things that differ. */
export function sampleModel(id: string, name: string = id, row: Row = {}): SampleModel {
  const { context = 131_072, output = 16_384, price = { prompt: 0, completion: 0 }, without = [] } = row
  const added = row.reasoning ? ['include_reasoning', 'reasoning'] : []
  return {
    id,
    canonical_slug: row.slug ?? id,
    name,
    created: 1_721_260_800,
    context_length: context,
    architecture: { modality: 'text->text', input_modalities: ['text'], output_modalities: ['text'], tokenizer: 'GPT' },
    pricing: Object.fromEntries(
      Object.entries({ ...price, request: 0, image: 0 }).map(([name, perMillion]) => [name, perToken(perMillion)]),
    ),
    top_provider: { context_length: context, max_completion_tokens: output, is_moderated: row.moderated ?? false },
    per_request_limits: null,
    supported_parameters: [...usualParameters, ...added].filter(name => !without.includes(name)).sort(),
    default_parameters: {},
    ...(row.reasoning && { reasoning: row.reasoning }),
    expiration_date: null,
  }
}

/** 0.15 a million is '0.00000015', never '1.5e-7'. */
function perToken(perMillion: number): string {
  return (perMillion / 1e6).toFixed(12).replace(/\.?0+$/, '')
}

const noJson = ['response_format', 'structured_outputs']

export const SAMPLE_MODELS: readonly SampleModel[] = [
  sampleModel('openai/gpt-4o-mini', 'OpenAI: GPT-4o-mini', {
    slug: 'openai/gpt-4o-mini-2024-07-18',
    context: 128_000,
    price: { prompt: 0.15, completion: 0.6, input_cache_read: 0.075 },
    moderated: true,
  }),
  sampleModel('openai/gpt-4o', 'OpenAI: GPT-4o', {
    slug: 'openai/gpt-4o-2024-11-20',
    context: 128_000,
    price: { prompt: 2.5, completion: 10, input_cache_read: 1.25 },
    moderated: true,
  }),
  // Neither temperature nor top_p: asked for with require_parameters, no endpoint is left.
  sampleModel('openai/gpt-5.6-luna', 'OpenAI: GPT-5.6 Luna', {
    slug: 'openai/gpt-5.6-luna-20260604',
    context: 400_000,
    output: 128_000,
    price: { prompt: 0.5, completion: 4, input_cache_read: 0.05, input_cache_write: 0.625 },
    without: ['temperature', 'top_p', 'stop', 'frequency_penalty', 'presence_penalty'],
    reasoning: { mandatory: false, supported_efforts: ['none', 'low', 'medium', 'high', 'xhigh'] },
  }),
  // No JSON mode of any kind.
  sampleModel('anthropic/claude-3-opus', 'Anthropic: Claude 3 Opus', {
    context: 200_000,
    output: 4096,
    price: { prompt: 15, completion: 75, input_cache_read: 1.5, input_cache_write: 18.75 },
    without: [...noJson, 'seed', 'frequency_penalty', 'presence_penalty'],
  }),
  sampleModel('anthropic/claude-sonnet-4.5', 'Anthropic: Claude Sonnet 4.5', {
    slug: 'anthropic/claude-4.5-sonnet-20250929',
    context: 1_000_000,
    output: 64_000,
    price: { prompt: 3, completion: 15, input_cache_read: 0.3, input_cache_write: 3.75 },
    without: ['seed', 'frequency_penalty', 'presence_penalty'],
    reasoning: { mandatory: false, supported_efforts: null },
  }),
  sampleModel('google/gemini-2.5-flash', 'Google: Gemini 2.5 Flash', {
    context: 1_048_576,
    output: 65_535,
    price: { prompt: 0.3, completion: 2.5, input_cache_read: 0.03 },
    reasoning: { mandatory: false, supported_efforts: null },
  }),
  // It always reasons: effort "none" is refused.
  sampleModel('google/gemini-2.5-pro', 'Google: Gemini 2.5 Pro', {
    context: 1_048_576,
    output: 65_536,
    price: { prompt: 1.25, completion: 10, input_cache_read: 0.125 },
    reasoning: { mandatory: true, supported_efforts: null },
  }),
  sampleModel('qwen/qwen3-235b-a22b-2507', 'Qwen: Qwen3 235B A22B Instruct 2507', {
    slug: 'qwen/qwen3-235b-a22b-07-25',
    context: 262_144,
    output: null,
    price: { prompt: 0.08, completion: 0.55 },
  }),
  // JSON mode, but no schema.
  sampleModel('deepseek/deepseek-chat-v3.1', 'DeepSeek: DeepSeek V3.1', {
    context: 163_840,
    output: null,
    price: { prompt: 0.2, completion: 0.8, input_cache_read: 0.02 },
    without: ['structured_outputs'],
    reasoning: { mandatory: false, supported_efforts: null },
  }),
  sampleModel('meta-llama/llama-3.1-8b-instruct', 'Meta: Llama 3.1 8B Instruct', {
    price: { prompt: 0.02, completion: 0.03 },
  }),
  sampleModel('meta-llama/llama-3.1-8b-instruct:free', 'Meta: Llama 3.1 8B Instruct (free)', {
    slug: 'meta-llama/llama-3.1-8b-instruct',
    without: noJson,
  }),
  // 8192 tokens: OpenRouter compresses prompts to such endpoints unless the plugin is switched off.
  sampleModel('mistralai/mistral-7b-instruct', 'Mistral: Mistral 7B Instruct', {
    slug: 'mistralai/mistral-7b-instruct-v0.3',
    context: 8192,
    output: null,
    price: { prompt: 0.028, completion: 0.054 },
  }),
]

/** What a local server has; only the names are told. */
export const SAMPLE_LOCAL_MODELS: readonly SampleModel[] = ['llama3', 'qwen3:8b', 'gpt-oss:20b'].map(id =>
  sampleModel(id),
)
