// When to try again. A pure rule; the waiting is done by whoever asks.

const MAX_FAILURES = 6
// A refused call costs nothing and says nothing about the question: it is the pace that must change.
const MAX_REFUSALS = 30
const BASE_MS = 1000
const CAP_MS = 60_000
const CAP_OF_REFUSALS_MS = 8000
// A server that wants to be left alone for longer than this is not worth waiting for with the other questions behind it.
export const LONGEST_WAIT_MS = 10 * 60_000

/**
 * How long to wait before the next attempt, or undefined when there should be none. Exponential backoff with full
 * jitter (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter): after the n-th failure a random
 * time below 1, 2, 4, 8, … s. The time that a server asks for is kept by the pace, for all calls together.
 */
export function waitBeforeRetry(
  tries: { failures: number; refusals: number },
  isRefusal: boolean,
  random: () => number,
): number | undefined {
  const { failures, refusals } = tries
  if (failures >= MAX_FAILURES || refusals >= MAX_REFUSALS) return undefined
  const cap = isRefusal ? CAP_OF_REFUSALS_MS : CAP_MS
  return random() * Math.min(cap, BASE_MS * 2 ** ((isRefusal ? refusals : failures) - 1))
}
