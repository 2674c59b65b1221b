// When the next call to a model may start: the limit of calls in flight, the rate of starts, and pauses that the server
// asks for, together. A pure rule: time is passed in, nothing waits.
import type { LearnedPace } from '../../domain.ts'
import { createInFlightLimit } from './in-flight-limit.ts'
import { createStartRate, type Refusal } from './start-rate.ts'

/** How a call ended, as far as that says how many calls the server can take. */
export type CallEnd =
  | { kind: 'answered' }
  /** 429. */
  | ({ kind: 'refused' } & Refusal)
  /** The server had too much to do: 503, 529, a time-out. */
  | { kind: 'overloaded'; pauseMs: number | null }
  /** The call broke for a reason that has nothing to do with the number of calls. */
  | { kind: 'broken' }

export interface Pace {
  /** Milliseconds until a call may start: 0 is now, Infinity not before another one has ended. */
  wait(now: number): number
  /** A call starts. */
  start(now: number): void
  end(call: { startedAt: number; end: CallEnd }, now: number): void
  /** Refusals in a row with nothing let through between them. */
  refusalsInRow(): number
  /** What the next run may start from. */
  learned(): LearnedPace
}

export interface PaceOptions {
  /** Never more calls at once than this. */
  ceiling: number
  /** The deadline of a call. */
  timeoutMs: number
  remembered?: LearnedPace | undefined
}

export function createPace({ ceiling, timeoutMs, remembered }: PaceOptions): Pace {
  const limit = createInFlightLimit({ ceiling, slowReplyMs: timeoutMs / 4, remembered })
  const rate = createStartRate(remembered?.rate ?? undefined)
  let inFlight = 0
  let pausedUntil = Number.NEGATIVE_INFINITY
  // When all of the limit was last in use.
  let fullAt = Number.NEGATIVE_INFINITY

  return {
    wait(now) {
      if (now < pausedUntil) return pausedUntil - now
      return inFlight >= limit.value(now) ? limit.nextGrowth(now) : rate.wait(now)
    },

    start(now) {
      inFlight++
      if (inFlight >= limit.value(now)) {
        fullAt = now
        limit.filled(now)
      }
      rate.started(now)
    },

    end({ startedAt, end }, now) {
      inFlight--
      if (end.kind === 'refused') {
        limit.overloaded(startedAt, now)
        pausedUntil = Math.max(pausedUntil, now + rate.refused(startedAt, end, now))
      } else {
        if (end.kind === 'answered') limit.answered({ latencyMs: now - startedAt, isUsed: fullAt >= startedAt }, now)
        if (end.kind !== 'overloaded') return
        limit.overloaded(startedAt, now)
        if (end.pauseMs !== null) pausedUntil = Math.max(pausedUntil, now + end.pauseMs)
      }
    },

    refusalsInRow: rate.refusalsInRow,
    learned: () => ({ ...limit.learned(), rate: rate.learned() }),
  }
}
