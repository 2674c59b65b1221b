// What an error means. Words are trusted only where its status leaves it open: a 402 is about credits whatever it says,
// while servers answer 400 to a long prompt, an unknown model, a bad key and a forbidden topic alike.
import * as words from './error-words.ts'
import type { ErrorFacts } from './read-error.ts'
import { type Trouble, troubleOfStatus } from './trouble.ts'

interface Rule {
  trouble: Trouble
  /** Whether the rule holds for a status; 0 stands for an error without any. */
  holds: (status: number) => boolean
  says: RegExp
}

/** Statuses with a meaning of their own. All others below 500 are used for whatever the client did wrong. */
const PLAIN_STATUSES = new Set([401, 402, 403, 404, 408, 410, 413, 429])

const isVague = (status: number): boolean =>
  status === 0 || (status >= 400 && status < 500 && !PLAIN_STATUSES.has(status))
const vagueOr =
  (...statuses: number[]) =>
  (status: number): boolean =>
    isVague(status) || statuses.includes(status)
const only =
  (...statuses: number[]) =>
  (status: number): boolean =>
    statuses.includes(status)

/** The first that fits counts. */
const RULES: Rule[] = [
  { trouble: 'credits', holds: vagueOr(403), says: words.CREDITS },
  // A rate limit may advertise credits for a higher one.
  { trouble: 'credits', holds: only(429), says: words.NO_MONEY },
  { trouble: 'context_length', holds: vagueOr(413, 500), says: words.CONTEXT_LENGTH },
  { trouble: 'model', holds: vagueOr(403), says: words.MODEL },
  { trouble: 'quota', holds: vagueOr(403, 500), says: words.QUOTA },
  { trouble: 'too_large', holds: only(0, 400, 429), says: words.TOO_LARGE },
  // Before the filters: a parameter may be called content_filter.
  { trouble: 'bad_request', holds: isVague, says: words.PARAMETER },
  { trouble: 'refusal', holds: isVague, says: words.FILTERED },
  { trouble: 'moderation', holds: vagueOr(403), says: words.FLAGGED },
  { trouble: 'moderation', holds: only(403), says: words.FILTERED },
  { trouble: 'model', holds: vagueOr(403), says: words.REGION },
  { trouble: 'auth', holds: isVague, says: words.KEY },
  { trouble: 'rate_limit', holds: vagueOr(403, 429), says: words.RATE_LIMIT },
  { trouble: 'timeout', holds: only(0, 500), says: words.TIMEOUT },
  { trouble: 'server', holds: only(0), says: words.SERVER },
]

/** `status` is that of HTTP; an error inside a 200 brings its own. */
export function classifyError(facts: ErrorFacts, status: number): Trouble {
  const known = statusOf(facts, status)
  const tags = facts.tags.map(plain)
  const sentences = facts.words.map(plain)
  if (isAtWrongUrl(known, tags, sentences)) return 'http_body'
  const all = [...tags, ...sentences]
  const rule = RULES.find(({ holds, says }) => holds(known) && all.some(text => says.test(text)))
  const byStatus = known === 0 ? 'provider' : troubleOfStatus(known)
  const trouble = rule?.trouble ?? (facts.isFlagged && vagueOr(403)(known) ? 'moderation' : byStatus)
  return trouble === 'rate_limit' && isQuota(all) ? 'quota' : trouble
}

/** Proxies answer 400 or 500 where the error that they pass on knows better. */
function statusOf({ code }: ErrorFacts, status: number): number {
  if (status < 400 || ((status === 400 || status === 500) && code !== null)) return code ?? 0
  return status
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[_-]/g, ' ')
}

/** A bare "Not Found" is about the address, unless a tag says that it is about the model. */
function isAtWrongUrl(status: number, tags: string[], sentences: string[]): boolean {
  if (!only(0, 404, 405)(status) || tags.some(tag => words.MODEL.test(tag))) return false
  return sentences.some(sentence => words.WRONG_URL.test(sentence))
}

/** Whether waiting a little does not help. What is named first is what was exceeded: advice about others may follow. */
function isQuota(texts: string[]): boolean {
  const all = texts.join('\n')
  const long = all.search(words.LONG_PERIOD)
  const short = all.search(words.SHORT_PERIOD)
  if (long !== -1) return short === -1 || long < short
  return short === -1 && words.QUOTA.test(all)
}
