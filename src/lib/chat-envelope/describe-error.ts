import type { ErrorFacts } from './read-error.ts'
import { redact } from './redact.ts'

// OpenRouter's and others' words for "see inside".
const SAYS_NOTHING = /^(?:provider returned error|error|bad request|unknown error)\.?$/i

/** An error in one line: `HTTP 429: ExampleAI: temporarily rate-limited upstream`. */
export function describeError({ code, tags, words, provider }: ErrorFacts, status: number): string {
  const all = [...new Set(words)]
  const useful = all.filter(sentence => !SAYS_NOTHING.test(sentence))
  const [said] = [useful, all, tags].filter(list => list.length > 0)
  const about = status >= 400 ? `HTTP ${status}` : code === null ? 'error' : `error ${code}`
  const text = said?.slice(0, 3).join('; ')
  return redact([about, provider, text].filter(Boolean).join(': '))
}
