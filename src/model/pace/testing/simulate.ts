// A server and a run that exist only as numbers: a pace is tried on them in no time, by a clock that jumps.
import type { LearnedPace } from '../../../domain.ts'
import { seededRandom } from '../../../lib/statistics/seeded-random.ts'
import { type CallEnd, createPace } from '../pace.ts'

/** What the server does with a call that reaches it at `now`; `inFlight` counts the others that it is working on. */
type Limiter = (now: number, inFlight: number) => CallEnd

export interface Simulation {
  calls: number
  latencyMs: number | ((now: number, inFlight: number) => number)
  limiter?: Limiter
  /** How long a refusal takes. */
  refusalMs?: number
  /** A busy machine: everything comes late by up to so much. */
  jitterMs?: number
  ceiling?: number
  remembered?: LearnedPace
  timeoutMs?: number
}

export interface Simulated {
  seconds: number
  /** Calls that the server refused. */
  refused: number
  /** Calls that it could not bear. */
  overloaded: number
  mostInFlight: number
  /** Refusals in a row with nothing let through between them. */
  mostFruitless: number
  /** When calls were answered, in ms. */
  answeredAt: number[]
  learned: LearnedPace
}

interface Flight {
  startedAt: number
  endsAt: number
  end: CallEnd
}

const ANSWERED: CallEnd = { kind: 'answered' }
const LONGEST_MS = 24 * 60 * 60 * 1000

/** Lets a pace make so many calls, each until it is answered. */
export function simulate(options: Simulation): Simulated {
  const { calls, latencyMs, limiter = () => ANSWERED, refusalMs = 5, jitterMs = 0 } = options
  const { ceiling = 256, timeoutMs = 300_000 } = options
  const pace = createPace({ ceiling, timeoutMs, remembered: options.remembered })
  const flights: Flight[] = []
  const tally = { refused: 0, overloaded: 0, mostInFlight: 0, mostFruitless: 0 }
  const answeredAt: number[] = []
  const random = seededRandom('jitter')
  let waiting = calls
  let now = 0

  /** Starts what may start; returns how long nothing more may. */
  function startAll(): number {
    while (waiting > 0) {
      const wait = pace.wait(now)
      if (wait > 0) return wait
      pace.start(now)
      waiting--
      const working = flights.filter(({ end }) => end.kind === 'answered').length
      const end = limiter(now, working)
      const took = typeof latencyMs === 'number' ? latencyMs : latencyMs(now, working)
      flights.push({ startedAt: now, endsAt: now + (end.kind === 'answered' ? took : refusalMs), end })
      tally.mostInFlight = Math.max(tally.mostInFlight, flights.length)
    }
    return Number.POSITIVE_INFINITY
  }

  function land(flight: Flight): void {
    flights.splice(flights.indexOf(flight), 1)
    pace.end(flight, now)
    tally.mostFruitless = Math.max(tally.mostFruitless, pace.refusalsInRow())
    if (flight.end.kind === 'refused') tally.refused++
    if (flight.end.kind === 'overloaded') tally.overloaded++
    if (flight.end.kind === 'answered') answeredAt.push(now)
    else waiting++
  }

  while (answeredAt.length < calls) {
    const wait = startAll()
    now = Math.min(now + wait, ...flights.map(({ endsAt }) => endsAt)) + random() * jitterMs
    if (!(now < LONGEST_MS)) throw new Error(`stuck: ${answeredAt.length} of ${calls} answered`)
    for (const flight of flights.filter(({ endsAt }) => endsAt <= now)) {
      land(flight)
      startAll()
    }
  }
  return { seconds: now / 1000, ...tally, answeredAt, learned: pace.learned() }
}

/** A bucket of `burst` calls that is filled with `perSecond`; null: it does not say when to come back. */
export function bucket(perSecond: number, burst: number, pauseMs: number | null = null): Limiter {
  let tokens = burst
  let at = 0
  return now => {
    tokens = Math.min(burst, tokens + ((now - at) / 1000) * perSecond)
    at = now
    if (tokens < 1) return { kind: 'refused', pauseMs, size: null }
    tokens--
    return ANSWERED
  }
}

/** So many calls in each window of the clock; `tell` is what it says of the time until the next one begins. */
export function fixedWindow(
  calls: number,
  windowMs: number,
  tell: (leftMs: number) => number | null = leftMs => leftMs,
): Limiter {
  let window = -1
  let used = 0
  return now => {
    if (Math.floor(now / windowMs) !== window) {
      window = Math.floor(now / windowMs)
      used = 0
    }
    if (used >= calls) return { kind: 'refused', pauseMs: tell((window + 1) * windowMs - now), size: null }
    used++
    return ANSWERED
  }
}

/** No more than so many at once. */
export function atOnce(most: number, kind: 'refused' | 'overloaded'): Limiter {
  return (_, inFlight) => (inFlight >= most ? { kind, pauseMs: null, size: null } : ANSWERED)
}
