import type { HttpFault } from './answer.ts'
import { rateLimited } from './faults.ts'

export interface RateLimit {
  perSecond: number
  /** As many go through at once after a rest. */
  burst: number
  /** Seconds, in every refusal. */
  retryAfter?: number
}

/** A bucket of calls that is filled at a steady rate. Returns the refusal, or undefined when the call may go on. */
export function createRateLimiter({ perSecond, burst, retryAfter }: RateLimit): (now: number) => HttpFault | undefined {
  let tokens = burst
  let filledAt = Number.NEGATIVE_INFINITY
  return now => {
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
    if (tokens < 1) return rateLimited(retryAfter)
    tokens--
    return undefined
  }
}
