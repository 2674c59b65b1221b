// When to try again. A pure rule: the caller does the waiting.

const MAX_FAILURES = 6
// A refused call costs nothing and says nothing about the question; the pace is what must change.
const MAX_REFUSALS = 30
const BASE_MS = 1000
const CAP_MS = 60_000
const CAP_OF_REFUSALS_MS = 8000
const CAP_OF_OUTAGES_MS = 4000
// A server that restarts is back within this time. Waiting loses nothing, and a call that reaches nobody costs nothing.
export const LONGEST_OUTAGE_MS = 60_000
// When a server asks for a longer pause than this, the model is stopped: all its other questions would wait as well.
export const LONGEST_WAIT_MS = 10 * 60_000

/** What went wrong with a call so far, by kind. An outage: a server that replied a moment ago cannot be reached. */
export interface Tries {
  failures: number
  refusals: number
  outages: number
}

const CAPS_MS: Tries = { failures: CAP_MS, refusals: CAP_OF_REFUSALS_MS, outages: CAP_OF_OUTAGES_MS }

/**
 * How long to wait before the next attempt, or undefined when there should be none. Exponential backoff with full
 * jitter (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter): after the n-th failure a random
 * time below 1, 2, 4, 8, … s. The time that a server asks for is kept by the pace, for all calls together.
 */
export function waitBeforeRetry(tries: Tries, last: keyof Tries, random: () => number): number | undefined {
  if (tries.failures >= MAX_FAILURES || tries.refusals >= MAX_REFUSALS) return undefined
  return random() * Math.min(CAPS_MS[last], BASE_MS * 2 ** (tries[last] - 1))
}
