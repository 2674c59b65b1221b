// How many calls a server can take at once. A pure rule: time is passed in, nothing waits.
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
  /** A call ended in an overload, a time-out or a refusal. */
  overloaded(startedAt: number, now: number): void
  learned(): LearnedLimit
}

type LearnedLimit = Pick<LearnedPace, 'limit' | 'level'>

export interface LimitOptions {
  /** The limit never grows above this. */
  ceiling: number
  /** After a reply that took longer than this, the limit does not grow: such a reply is close to the deadline. */
  slowReplyMs: number
  remembered?: LearnedLimit | undefined
}

const FIRST_LIMIT = 16
// One or two errors may come by chance, and fewer calls at once would not prevent them. Three of twenty do not come by chance.
const REMEMBERED_REPLIES = 20
const ENOUGH_TROUBLES = 3
const CUT = 0.7
// Below this share of the level the limit grows fast: the server took so many calls before.
const NEAR_LEVEL = 0.9
const FAST_GROWTH = 0.25
// More calls at once are of no use when each call then takes twice as long.
const SLOWDOWN = 2
const SHORTEST_ROUND = 8
// Doubling is spread over this part of the time that a reply takes, and over a refusal's way back at least.
const SPREAD = 0.5
const SHORTEST_DOUBLING_MS = 100
// The first growth waits for no reply, because answers take long. It is slower than a refusal takes to come back.
const FIRST_DOUBLING_MS = 200
// The first growth is twice as large when an earlier call, such as the one that fills the cache, was answered within this time.
const QUICK_MS = 1000
// The best round is forgotten slowly: servers get slower for reasons of their own.
const FORGETTING = 1.02

/**
 * The limit doubles while the server keeps up. Each reply lets it grow by one, and the first 16 or 32 steps come in advance.
 * Growth is spread over the time that a reply takes, so that the server's first refusal comes before a hundred more calls
 * are under way. When the server is overloaded, the limit is cut, at most once for all calls that were in flight together.
 * Then it grows fast to where it was cut, and from there by one, two, four … calls a round. It grows only while all of it
 * is used.
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
      // A sum of fractions may fall a little short of a whole number.
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
      // The call started before the last cut, so it says nothing about the limit that holds now.
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
