import type { NoVerdict } from '../domain.ts'
import type { Trouble } from '../lib/chat-envelope/trouble.ts'

/** `result`: an answer without a verdict, stored and scored. `failure`: the call failed, for this case or for all of this model. */
export type Outcome = { result: NoVerdict } | { failure: 'case' | 'model'; advice: string }

/** The only table that decides which trouble is an answer and which is a failure. */
export const OUTCOMES: Record<Trouble | 'unparseable' | 'ambiguous' | 'schema', Outcome> = {
  unparseable: { result: 'unreadable' },
  ambiguous: { result: 'unreadable' },
  schema: { result: 'unreadable' },
  refusal: { result: 'refused' },
  moderation: { result: 'refused' },
  truncated: { result: 'truncated' },
  empty: { result: 'empty' },

  auth: {
    failure: 'model',
    advice: 'Check the API key: OPENROUTER_API_KEY, or the variable that --api-key-env names for another server.',
  },
  credits: { failure: 'model', advice: "Add credits, raise the key's limit, or lower --max-tokens." },
  quota: { failure: 'model', advice: 'Wait until the quota is reset, or use another model.' },
  model: {
    failure: 'model',
    advice: 'Check the name and the parameters of the model: npm run models -- TEXT lists the names.',
  },

  context_length: { failure: 'case', advice: 'Use a model with a longer context, or lower --max-tokens.' },
  too_large: { failure: 'case', advice: 'The server takes no request of this size: use another one.' },
  bad_request: {
    failure: 'case',
    advice: 'The server rejects a parameter: try --no-structured, or leave out --temperature and --reasoning-effort.',
  },
  rate_limit: { failure: 'case', advice: 'Lower --concurrency, then run the same command again.' },
  timeout: {
    failure: 'case',
    advice: 'Run the same command again later, or lower --max-tokens or --reasoning-effort.',
  },
  provider: {
    failure: 'case',
    advice: 'Run the same command again later; on OpenRouter, --provider NAME picks another host.',
  },
  server: { failure: 'case', advice: 'Run the same command again later.' },
  http_body: {
    failure: 'case',
    advice: 'Check --base-url, which for most servers ends in /v1, and run the same command again.',
  },
}
