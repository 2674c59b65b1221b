import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { seededRandom } from '../../lib/statistics/seeded-random.ts'
import { type CallEnd, createPace } from './pace.ts'
import { atOnce, bucket, fixedWindow, type Simulated, simulate } from './testing/simulate.ts'

/** Answers a second in the second half of a run. */
function lateRate({ answeredAt, seconds }: Simulated): number {
  const late = answeredAt.filter(at => at >= seconds * 500)
  return (late.length - 1) / (((late.at(-1) ?? 0) - (late[0] ?? 0)) / 1000)
}

describe('a server that bears everything', () => {
  it('is soon asked as much as may be, and slow start costs little', () => {
    const long = simulate({ calls: 2400, latencyMs: 200, ceiling: 64 })
    assert.equal(long.mostInFlight, 64)
    assert.ok(long.seconds <= 7.5 * 1.045, `${long.seconds} s; 7.5 s are ideal`)
    const short = simulate({ calls: 240, latencyMs: 200, ceiling: 64 })
    assert.ok(short.seconds <= 1.05, `${short.seconds} s; 0.8 s are ideal`)
  })

  it('is asked as much as before at once when that is remembered', () => {
    const { learned } = simulate({ calls: 2400, latencyMs: 200, ceiling: 64 })
    const { seconds } = simulate({ calls: 240, latencyMs: 200, ceiling: 64, remembered: learned })
    assert.ok(Math.abs(seconds - 0.8) < 1e-6, `${seconds} s: four rounds of 64 at once`)
  })

  it('is never asked more than the ceiling, whatever is remembered', () => {
    const remembered = { limit: 200, level: null, rate: null }
    assert.equal(simulate({ calls: 500, latencyMs: 100, ceiling: 10, remembered }).mostInFlight, 10)
  })
})

describe('a server with a bucket of 20 that is filled with 20 a second', () => {
  for (const latencyMs of [1, 10, 50, 200]) {
    for (const pauseMs of [null, 1000]) {
      it(`is used to the full, with few refusals (${latencyMs} ms, Retry-After ${pauseMs === null ? 'not said' : '1'})`, () => {
        for (const jitterMs of [0, 2, 10]) {
          const limits = { limiter: bucket(20, 20, pauseMs), refusalMs: 2, jitterMs }
          const run = simulate({ calls: 1000, latencyMs, ...limits })
          assert.ok(run.refused < 30, `${run.refused} refused`)
          assert.ok(lateRate(run) >= 19, `${lateRate(run)} a second`)
          // 1000 calls less the first 20 take 49 s at best.
          assert.ok(run.seconds <= 49 / 0.95, `${run.seconds} s`)
        }
      })
    }
  }

  // More than where refusals come at once: until one is heard, as many calls are under way.
  for (const [latencyMs, refusalMs] of [
    [200, 150],
    [200, 200],
    [500, 500],
  ] as const) {
    it(`is found out and kept to when refusals take long, too (${refusalMs} ms where answers take ${latencyMs})`, () => {
      const run = simulate({ calls: 1000, latencyMs, limiter: bucket(20, 20), refusalMs, jitterMs: 5 })
      assert.ok(run.refused < 60, `${run.refused} refused`)
      assert.ok(Math.abs((run.learned.rate?.perSecond ?? 0) - 20) < 1, `${run.learned.rate?.perSecond} a second`)
    })
  }

  it('is not tried out again when its limit is remembered', () => {
    const { learned } = simulate({ calls: 1000, latencyMs: 100, limiter: bucket(20, 20), refusalMs: 2 })
    const again = simulate({ calls: 500, latencyMs: 100, limiter: bucket(20, 20), refusalMs: 2, remembered: learned })
    assert.ok(again.refused <= 8, `${again.refused} refused`)
    assert.ok(again.seconds <= 24 / 0.95, `${again.seconds} s`)
  })
})

describe('other limits', () => {
  it('2 a second without Retry-After: nothing is lost, and the rate is found', () => {
    const run = simulate({ calls: 200, latencyMs: 200, limiter: bucket(2, 2), refusalMs: 2 })
    assert.equal(run.answeredAt.length, 200)
    assert.ok(lateRate(run) >= 1.8, `${lateRate(run)} a second`)
  })

  it('20 in each minute, told by a reset: 20 go at once, then nothing until the next', () => {
    const run = simulate({ calls: 200, latencyMs: 500, limiter: fixedWindow(20, 60_000), refusalMs: 2 })
    assert.ok(run.seconds < 10 * 60, `${run.seconds} s; the tenth window begins after nine minutes`)
    assert.ok(run.refused <= 30, `${run.refused} refused`)
  })

  it('20 in each second, told by a reset', () => {
    const run = simulate({ calls: 1000, latencyMs: 100, limiter: fixedWindow(20, 1000), refusalMs: 2 })
    assert.ok(lateRate(run) >= 19, `${lateRate(run)} a second`)
    assert.ok(run.refused < 30, `${run.refused} refused`)
  })

  // Ten refusals in a row stop a model.
  for (const [how, tell] of [
    ['as no time at all, or as a reset that is over', () => 0],
    ['rounded down', (leftMs: number) => Math.floor(leftMs / 1000) * 1000],
    ['by a clock that is ten seconds ahead', (leftMs: number) => Math.max(0, leftMs - 10_000)],
    ['not at all', () => null],
  ] as const) {
    it(`60 in each minute, told ${how}: it is waited for`, () => {
      const run = simulate({ calls: 240, latencyMs: 100, limiter: fixedWindow(60, 60_000, tell), refusalMs: 2 })
      assert.ok(run.mostFruitless < 10, `${run.mostFruitless} refusals in a row`)
      assert.ok(run.seconds < 4 * 60 + 30, `${run.seconds} s; the fourth window begins after three minutes`)
    })
  }

  it('20 at once, by 503: comes close and stays there', () => {
    const run = simulate({ calls: 2000, latencyMs: 200, limiter: atOnce(20, 'overloaded') })
    assert.ok(lateRate(run) >= 90, `${lateRate(run)} a second; 100 are possible`)
    assert.ok(run.overloaded < 200, `${run.overloaded} overloaded`)
  })

  it('one at a time, by making all wait: is not buried under calls that would all run out of time', () => {
    let free = 0
    const latencyMs = (now: number) => {
      free = Math.max(free, now) + 5000
      return free - now
    }
    assert.ok(simulate({ calls: 100, latencyMs }).mostInFlight <= 32)
  })

  it('refusals by chance do not bring it to a crawl', () => {
    const random = seededRandom('pace')
    const chance = (): CallEnd =>
      random() < 0.05 ? { kind: 'refused', pauseMs: null, size: null } : { kind: 'answered' }
    const { seconds } = simulate({ calls: 1000, latencyMs: 200, limiter: chance })
    assert.ok(seconds < 30, `${seconds} s`)
  })
})

describe('createPace', () => {
  const answered: CallEnd = { kind: 'answered' }

  it('starts nothing while the server wants to be left alone, and then goes on', () => {
    const pace = createPace({ ceiling: 10, timeoutMs: 60_000 })
    pace.start(0)
    pace.end({ startedAt: 0, end: { kind: 'refused', pauseMs: 7000, size: null } }, 5)
    assert.equal(pace.wait(5), 7000)
    assert.equal(pace.wait(7004), 1)
    assert.equal(pace.wait(7005), 0)
  })

  it('waits as well for a 503 with Retry-After', () => {
    const pace = createPace({ ceiling: 10, timeoutMs: 60_000 })
    pace.start(0)
    pace.end({ startedAt: 0, end: { kind: 'overloaded', pauseMs: 2000 } }, 5)
    assert.equal(pace.wait(5), 2000)
  })

  /** Starts what may start in each millisecond; returns how many did. */
  function startAll(pace: ReturnType<typeof createPace>, from: number, until: number): number {
    let started = 0
    for (let now = from; now <= until; now++) for (; pace.wait(now) === 0; started++) pace.start(now)
    return started
  }

  it('doubles once before anything is answered, as refusals would have come by then, and no further', () => {
    const pace = createPace({ ceiling: 256, timeoutMs: 60_000 })
    assert.equal(startAll(pace, 0, 0), 16)
    const soon = startAll(pace, 1, 50)
    assert.ok(soon >= 3 && soon <= 5, `${soon} in a quarter of the time`)
    assert.equal(soon + startAll(pace, 51, 10_000), 16)
  })

  it('grows to 48 in advance where a first call was answered soon, and to 32 where it was not', () => {
    for (const [latencyMs, most] of [
      [200, 48],
      [2000, 32],
    ] as const) {
      const pace = createPace({ ceiling: 256, timeoutMs: 60_000 })
      pace.start(0)
      pace.end({ startedAt: 0, end: answered }, latencyMs)
      assert.equal(startAll(pace, latencyMs, latencyMs + 10_000), most)
    }
  })

  it('does not grow while its limit is not used', () => {
    const pace = createPace({ ceiling: 256, timeoutMs: 60_000 })
    for (let now = 0; now < 100_000; now += 200) {
      for (let call = 0; call < 8; call++) pace.start(now)
      for (let call = 0; call < 8; call++) pace.end({ startedAt: now, end: answered }, now + 100)
    }
    assert.equal(pace.learned().limit, 16)
  })

  it('remembers no limit that it has only guessed', () => {
    const { learned } = simulate({ calls: 30, latencyMs: 10, limiter: bucket(20, 20), refusalMs: 2 })
    assert.equal(learned.rate, null)
    const measured = simulate({ calls: 200, latencyMs: 10, limiter: bucket(20, 20), refusalMs: 2 }).learned
    assert.ok(Math.abs((measured.rate?.perSecond ?? 0) - 20) < 2, JSON.stringify(measured))
  })

  it('counts refusals in a row, until something gets through', () => {
    const pace = createPace({ ceiling: 10, timeoutMs: 60_000 })
    let now = 0
    const refuse = () => {
      now += Math.max(1, pace.wait(now))
      pace.start(now)
      pace.end({ startedAt: now, end: { kind: 'refused', pauseMs: 100, size: null } }, now)
    }
    for (let nth = 1; nth <= 5; nth++) refuse()
    assert.equal(pace.refusalsInRow(), 5)
    now += 10_000
    pace.start(now)
    pace.end({ startedAt: now, end: answered }, now + 10)
    refuse()
    assert.equal(pace.refusalsInRow(), 1)
  })
})
