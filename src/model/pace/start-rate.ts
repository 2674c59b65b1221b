// How many calls a server lets begin in a second. A pure rule: time is passed in, nothing waits.
//
// The server is thought of as a bucket that is filled at some rate and holds some calls; a 429 says that it is empty. What
// gets through between two refusals is what was filled in meanwhile, so two refusals tell the rate exactly, however the
// calls were spread; and what got through before the first tells the size of the bucket.
import type { LearnedPace } from '../../domain.ts'

export interface StartRate {
  /** Milliseconds until a call may start; 0 when it may at once. */
  wait(now: number): number
  started(now: number): void
  /** Returns how long to ask nothing. */
  refused(startedAt: number, refusal: Refusal, now: number): number
  /** Refusals in a row with nothing let through between them. */
  refusalsInRow(): number
  learned(): LearnedRate | null
}

/** What the server says with it; null where it does not say. */
export interface Refusal {
  /** How long it wants to be left alone. */
  pauseMs: number | null
  /** How many calls its bucket holds. */
  size: number | null
}

type LearnedRate = NonNullable<LearnedPace['rate']>

// Single refusals come by chance (a provider that is shared with others); three calls in a row or six of twenty do not.
const REMEMBERED_STARTS = 20
// A refusal may take as long as an answer: by then many more have started.
const MOST_STARTS = 512
const ENOUGH_IN_A_ROW = 3
const ENOUGH_REFUSALS = 6
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000
// Where to begin once the server has refused and nothing is known: it doubles within seconds.
const FIRST_GUESS = 16
const DOUBLING_CALLS = 20
// Fewer say little about a rate.
const ENOUGH_CALLS = 4
const ENOUGH_TO_TRUST = 10
// A bucket that ran over before a burst of calls emptied it says little about the rate, but that the burst was too large.
const SPILT_SHARE = 0.2
// As good as none.
const FASTEST = 10_000
// Close to the limit a rate starts just below it and grows with the cube of calls and time: slow at first, then faster if
// nothing speaks against it. It passes the limit about every 130 calls, and not more often than every 12 s.
const BELOW = 0.98
const CUBE_CALLS = 300
const CUBE_MS = 29_500
// A rate that is right is not passed so soon. Single refusals that keep coming are not about the rate.
const SOON_CALLS = 30
const MOST_SOON = 6

interface Known {
  perSecond: number
  burst: number
  isMeasured: boolean
  /** Close to the limit; before that it grows fast. */
  isSure: boolean
}

interface Since {
  emptyAt: number | null
  startedAt: number[]
  /** Of these, as far as is known. */
  through: number
  /** Had to wait for their turn. */
  held: number
  /** What did not fit into the bucket. */
  spilt: number
  pausedMs: number
  isPauseTold: boolean
}

function sinceEmpty(emptyAt: number | null): Since {
  return { emptyAt, startedAt: [], through: 0, held: 0, spilt: 0, pausedMs: 0, isPauseTold: false }
}

/** Without a limit until the server refuses. */
export function createStartRate(remembered?: LearnedRate | undefined): StartRate {
  let known: Known | null = remembered ? { ...remembered, isMeasured: true, isSure: true } : null
  let tokens = known ? known.burst : 0
  let filledAt: number | null = null
  // Before the first refusal: how much got through, and from when to when.
  const first = { from: null as number | null, until: null as number | null, through: 0 }
  // Since the last refusal that told something: the bucket was empty then.
  let since = sinceEmpty(null)
  let pausedUntil = Number.NEGATIVE_INFINITY
  let throughSinceRefusal = 0
  let repliedAt = Number.NEGATIVE_INFINITY
  let refusalsInRow = 0
  let soon = 0
  let starts: { at: number; isRefused: boolean }[] = []

  function perSecondNow(rate: Known, now: number): number {
    if (!rate.isSure) return Math.min(FASTEST, rate.perSecond * 2 ** Math.min(since.held / DOUBLING_CALLS, 20))
    const from = since.emptyAt ?? first.from ?? now
    const way = Math.min(since.held / CUBE_CALLS, (now - from) / CUBE_MS)
    return Math.min(FASTEST, rate.perSecond * BELOW * (1 + way ** 3))
  }

  function fill(rate: Known, now: number): void {
    const seconds = filledAt === null ? 0 : Math.max(0, now - filledAt) / 1000
    const level = tokens + seconds * perSecondNow(rate, now)
    tokens = Math.min(Math.max(1, rate.burst), level)
    // What runs over in a pause is reckoned with elsewhere.
    if (filledAt !== null && filledAt >= pausedUntil) since.spilt += level - tokens
    filledAt = now
  }

  /** The calls until the last one that is known to be refused, in the order in which they started. */
  function refused(): string {
    const until = starts.findLastIndex(({ isRefused }) => isRefused) + 1
    const last = starts.slice(Math.max(0, until - REMEMBERED_STARTS), until)
    return last.map(({ isRefused }) => (isRefused ? 'x' : '.')).join('')
  }
  const areInARow = (count: number) => refused().includes('x'.repeat(count))
  const isByChance = () => !areInARow(ENOUGH_IN_A_ROW) && refused().replaceAll('.', '').length < ENOUGH_REFUSALS

  /** What got through before the first refusal, without what was filled in meanwhile; else the calls of a second. */
  function burstOf(perSecond: number): number {
    const seconds = ((first.until ?? 0) - (first.from ?? 0)) / 1000
    return Math.max(1, seconds < 2 ? first.through - perSecond * seconds : perSecond)
  }

  /** Of those that started before the call was refused: what started later may be refused, too. */
  function throughBefore(startedAt: number): number {
    return Math.max(0, since.through - since.startedAt.filter(at => at > startedAt).length)
  }

  /**
   * What was filled in from when the bucket was last empty until it was again, which is when the refused call started,
   * however late that is heard. It is too little where a pause has filled it to the brim before its end. Where the server
   * names its pauses it may count in windows of the clock, so the time runs from the end of one to the end of the next.
   */
  function measure(startedAt: number, pauseMs: number | null): number {
    const awakeMs = startedAt - (since.emptyAt ?? startedAt) - since.pausedMs
    const pausedMs = pauseMs !== null && since.isPauseTold ? pauseMs : since.pausedMs
    return throughBefore(startedAt) / ((awakeMs + pausedMs) / 1000)
  }

  function learn(rate: Known, startedAt: number, pauseMs: number | null, now: number): Known {
    const { spilt, emptyAt, pausedMs } = since
    const through = throughBefore(startedAt)
    const measured = measure(startedAt, pauseMs)
    if (rate.burst > 1 && (tokens >= 2 || spilt > through * SPILT_SHARE))
      return { ...rate, perSecond: Math.max(measured, rate.perSecond), burst: Math.max(1, rate.burst / 2) }
    // Little more than a pause had filled in: the burst after it was somewhat too large.
    if (rate.isMeasured && through < rate.burst * 1.5 && measured < rate.perSecond)
      return { ...rate, burst: Math.max(1, rate.burst * 0.9) }
    const isAlike = rate.isMeasured && Math.abs(measured / rate.perSecond - 1) < 0.15
    const isRested = pausedMs < (now - (emptyAt ?? 0)) * 0.3
    const burst = first.until !== null && !rate.isSure ? burstOf(measured) : rate.burst
    return { perSecond: measured, burst, isMeasured: true, isSure: isAlike || (isRested && through >= ENOUGH_TO_TRUST) }
  }

  /** The first refusal: the bucket is as large as the server says, else as what got through until now. */
  function guess(size: number | null, now: number): Known {
    first.until = now
    return { perSecond: FIRST_GUESS, burst: size ?? burstOf(FIRST_GUESS), isMeasured: false, isSure: false }
  }

  return {
    wait(now) {
      if (!known) return 0
      fill(known, now)
      // Timers wake up on whole milliseconds; a hair's breadth must not cost one.
      return tokens >= 1 - 1e-6 ? 0 : ((1 - tokens) / perSecondNow(known, now)) * 1000
    },

    started(now) {
      first.from ??= now
      if (first.until === null) first.through++
      since.through++
      if (known) since.startedAt.push(now)
      throughSinceRefusal++
      starts.push({ at: now, isRefused: false })
      if (starts.length > 2 * MOST_STARTS) starts = starts.slice(-MOST_STARTS)
      if (!known) return
      fill(known, now)
      if (tokens < 2) since.held++
      tokens -= 1
    },

    refused(startedAt, refusal, now) {
      const { size } = refusal
      // No time at all, or a reset that is over: then the server has not said when it will let something through.
      const pauseMs = refusal.pauseMs || null
      const start = starts.find(({ at, isRefused }) => at === startedAt && !isRefused)
      if (start) start.isRefused = true
      if (startedAt <= (first.until ?? startedAt)) first.through--
      // Sent before the last refusal was heard: it says nothing new, but may ask for more time.
      if (startedAt <= repliedAt) {
        if (since.emptyAt !== null && startedAt > since.emptyAt) since.through--
        return pauseMs ?? 0
      }
      since.through--
      throughSinceRefusal--
      if (known === null && pauseMs === null && isByChance()) return 0

      const isSoon = known !== null && pauseMs === null && since.emptyAt !== null && since.through < SOON_CALLS
      soon = isSoon && (known?.isSure || soon >= MOST_SOON) ? soon + 1 : 0
      repliedAt = now
      refusalsInRow = throughSinceRefusal > 0 ? 1 : refusalsInRow + 1
      throughSinceRefusal = 0
      if (known && soon >= MOST_SOON && !areInARow(2)) {
        // By chance, whatever the rate: it goes on growing, and the server has not counted this call.
        known = { ...known, isSure: false }
        tokens += 1
        return 0
      }
      const isEnough = since.emptyAt === null || throughBefore(startedAt) >= ENOUGH_CALLS
      if (known === null) known = guess(size, now)
      else if (since.emptyAt !== null && isEnough) known = learn(known, startedAt, pauseMs, now)
      const isStuck = since.emptyAt === null || !isEnough
      const own = (nth: number) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (nth - 1))
      // A time that was kept, and nothing got through after it, was too short: servers round down, and their clocks differ.
      const told = pauseMs !== null && refusalsInRow > 1 ? Math.max(pauseMs, own(refusalsInRow - 1)) : pauseMs
      const pause = told ?? (isStuck ? own(refusalsInRow) : 0)
      if (isEnough) since = sinceEmpty(now)
      since.pausedMs += pause
      since.isPauseTold = pauseMs !== null
      pausedUntil = now + pause
      tokens = 0
      filledAt = now
      return pause
    },

    refusalsInRow: () => refusalsInRow,
    // A guess is not worth remembering.
    learned: () => (known?.isMeasured ? { perSecond: known.perSecond, burst: known.burst } : null),
  }
}
