// When to try again. A pure rule; the waiting is done by whoever asks.

const MAX_ATTEMPTS = 6
const BASE_MS = 1000
const CAP_MS = 60_000
// A server that wants to be left alone for longer than this is not worth waiting for with the other questions behind it.
export const LONGEST_WAIT_MS = 10 * 60_000

/**
 * How long to wait before the next attempt, or undefined when there should be none. Exponential backoff with full
 * jitter (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter): after the n-th failure a random
 * time below 1, 2, 4, 8, … s; and never less than the server asked for.
 */
export function waitBeforeRetry(
  failures: number,
  retryAfterMs: number | null,
  random: () => number,
): number | undefined {
  if (failures >= MAX_ATTEMPTS) return undefined
  if (retryAfterMs !== null && retryAfterMs > LONGEST_WAIT_MS) return undefined
  const jitter = random() * Math.min(CAP_MS, BASE_MS * 2 ** (failures - 1))
  // Everybody was told the same time: the jitter keeps them from coming back together.
  return retryAfterMs === null ? jitter : Math.max(jitter, retryAfterMs + Math.min(jitter, 1000))
}
