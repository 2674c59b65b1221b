// How many calls a server bears at once. A pure rule: time is passed in, nothing waits.
import type { LearnedPace } from '../../domain.ts'

export interface InFlightLimit {
  /** Calls that may be in flight now. */
  value(now: number): number
  /** Milliseconds until the value is one more without anything happening; Infinity when it will not be. */
  nextGrowth(now: number): number
  /** All of the limit is in use. */
  filled(now: number): void
  /** `isUsed`: all of the limit was in use at some time since the call started. */
  answered(call: { latencyMs: number; isUsed: boolean }, now: number): void
  /** The server could not bear it: an overload, a time-out, a refusal. */
  overloaded(startedAt: number, now: number): void
  learned(): LearnedLimit
}

type LearnedLimit = Pick<LearnedPace, 'limit' | 'level'>

export interface LimitOptions {
  /** Never more than this. */
  ceiling: number
  /** A reply that takes longer is no reason to ask for more at once: the deadline is not far. */
  slowReplyMs: number
  remembered?: LearnedLimit | undefined
}

const FIRST_LIMIT = 16
// Single troubles come by chance, and less at once would not mend them; three of the last twenty replies do not.
const REMEMBERED_REPLIES = 20
const ENOUGH_TROUBLES = 3
const CUT = 0.7
// Below this share of the level the way up is fast: it was borne before.
const NEAR_LEVEL = 0.9
const FAST_GROWTH = 0.25
// More at once is of no use when every call takes twice as long for it.
const SLOWDOWN = 2
const SHORTEST_ROUND = 8
// Doubling is spread over this part of the time that a reply takes, and over a refusal's way back at least.
const SPREAD = 0.5
const SHORTEST_DOUBLING_MS = 100
// The first growth waits for no reply: refusals come at once, answers take their time. Slower than refusals come.
const FIRST_DOUBLING_MS = 200
// Twice as much where a first call, as the one that warms a cache, was answered within this time.
const QUICK_MS = 1000
// The best round is forgotten slowly: servers get slower for reasons of their own.
const FORGETTING = 1.02

/**
 * Doubles while nothing speaks against it. Each reply lets it grow by one, the first 16 or 32 in advance; but growth is
 * spread over the time that a reply takes, so that the server's first refusal comes before a hundred calls more are under
 * way. Under strain it is cut, at most once for all calls that were in flight together; then it grows fast to where it broke
 * and beyond by one, two, four … calls a round. It grows only while it is used.
 */
export function createInFlightLimit({ ceiling, slowReplyMs, remembered }: LimitOptions): InFlightLimit {
  let limit = Math.min(ceiling, Math.max(1, remembered?.limit ?? FIRST_LIMIT))
  let level = remembered?.level ?? null
  // Growth that replies have earned and that time has not brought yet.
  let credit = 0
  // Growth that replies have yet to earn; undefined until all of the first limit is in use.
  let owed = remembered ? 0 : undefined
  let grownAt = 0
  let latency = 0
  let cutAt = Number.NEGATIVE_INFINITY
  let growthBeyond = 1
  let best = Number.POSITIVE_INFINITY
  let round = { replies: 0, used: 0, sum: 0, size: limit }
  let troubles: boolean[] = []

  const doublingMs = () => (latency === 0 ? FIRST_DOUBLING_MS : Math.max(latency * SPREAD, SHORTEST_DOUBLING_MS))

  function growUntil(now: number): void {
    const due = Math.min(credit, ((now - grownAt) * limit) / doublingMs())
    limit = Math.min(ceiling, limit + due)
    credit -= due
    grownAt = now
  }

  function note(isTrouble: boolean): void {
    troubles = [...troubles.slice(1 - REMEMBERED_REPLIES), isTrouble]
  }

  function growth(): number {
    if (level === null) return 1
    return limit < level * NEAR_LEVEL ? FAST_GROWTH : growthBeyond / limit
  }

  function countRound(latencyMs: number, isUsed: boolean): void {
    round.replies++
    if (isUsed) round.used++
    round.sum += latencyMs
    if (round.replies < Math.max(SHORTEST_ROUND, round.size)) return
    best = Math.min(best * FORGETTING, round.sum / round.replies)
    const isUsedUp = round.used > round.replies / 2
    if (level !== null && limit >= level * NEAR_LEVEL && isUsedUp) growthBeyond *= 2
    round = { replies: 0, used: 0, sum: 0, size: limit }
  }

  return {
    value(now) {
      growUntil(now)
      // A hair's breadth below a whole number is that number.
      return Math.floor(limit + 1e-9)
    },

    nextGrowth(now) {
      growUntil(now)
      const missing = Math.floor(limit + 1e-9) + 1 - limit
      return missing > credit || limit >= ceiling ? Number.POSITIVE_INFINITY : (missing * doublingMs()) / limit
    },

    filled(now) {
      if (owed !== undefined) return
      owed = Math.min(FIRST_LIMIT, ceiling - limit)
      const isQuick = latency > 0 && latency < QUICK_MS
      credit = Math.min(isQuick ? 2 * FIRST_LIMIT : FIRST_LIMIT, ceiling - limit)
      grownAt = now
    },

    answered({ latencyMs, isUsed }, now) {
      growUntil(now)
      note(false)
      latency = latency === 0 ? latencyMs : latency + (latencyMs - latency) / 8
      const isFastEnough = latencyMs <= Math.min(best * SLOWDOWN, slowReplyMs)
      if (owed) owed--
      else if (isUsed && isFastEnough && limit < ceiling) credit = Math.min(credit + growth(), ceiling - limit)
      countRound(latencyMs, isUsed)
    },

    overloaded(startedAt, now) {
      growUntil(now)
      // Under way since before the last cut: it says nothing about the limit that holds now.
      if (startedAt < cutAt) return
      note(true)
      if (troubles.filter(Boolean).length < ENOUGH_TROUBLES) return
      level = limit
      limit = Math.max(1, limit * CUT)
      credit = 0
      cutAt = now
      growthBeyond = 1
      troubles = []
      round = { replies: 0, used: 0, sum: 0, size: limit }
    },

    learned: () => ({ limit, level }),
  }
}
