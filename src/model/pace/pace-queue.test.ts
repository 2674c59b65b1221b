import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CallEnd, Pace } from './pace.ts'
import { createPaceQueue, type Turn } from './pace-queue.ts'

const never = new AbortController().signal
const answered: CallEnd = { kind: 'answered' }

/** A pace that lets so many start, or says how long to wait; and a clock that is moved by hand. */
function workbench(width: number) {
  const state = { now: 0, wait: 0, inFlight: 0 }
  const ends: { startedAt: number; kind: string }[] = []
  let timer: { at: number; callback: () => void } | undefined
  const pace: Pace = {
    wait: () =>
      state.wait > state.now ? state.wait - state.now : state.inFlight < width ? 0 : Number.POSITIVE_INFINITY,
    start: () => state.inFlight++,
    end: ({ startedAt, end }) => {
      state.inFlight--
      ends.push({ startedAt, kind: end.kind })
    },
    refusalsInRow: () => 0,
    learned: () => ({ limit: width, level: null, rate: null }),
  }
  const clock = {
    now: () => state.now,
    timer(ms: number, callback: () => void) {
      timer = { at: state.now + ms, callback }
      return () => {
        timer = undefined
      }
    },
  }
  return {
    state,
    ends,
    queue: createPaceQueue(pace, clock),
    moveTo(now: number) {
      state.now = now
      if (!timer || timer.at > now) return
      const { callback } = timer
      timer = undefined
      callback()
    },
  }
}

/** What has been granted until now, by name. */
function watch() {
  const granted: string[] = []
  const turns: Turn[] = []
  return {
    turns,
    add(name: string, turn: Promise<Turn | undefined>) {
      turn.then(one => {
        granted.push(one ? name : `not ${name}`)
        if (one) turns.push(one)
      })
    },
    async granted() {
      await new Promise(resolve => setImmediate(resolve))
      return granted
    },
  }
}

describe('createPaceQueue', () => {
  it('grants as many as the pace allows, and what is tried again before what is new', async () => {
    const { queue } = workbench(1)
    const seen = watch()
    seen.add('a', queue.turn(never, false))
    seen.add('b', queue.turn(never, false))
    seen.add('again', queue.turn(never, true))
    assert.deepEqual(await seen.granted(), ['a'])
    seen.turns[0]?.end(answered)
    assert.deepEqual(await seen.granted(), ['a', 'again'])
    seen.turns[1]?.end(answered)
    assert.deepEqual(await seen.granted(), ['a', 'again', 'b'])
  })

  it('wakes up when the pace said, and tells it when each call started', async () => {
    const { queue, state, ends, moveTo } = workbench(2)
    state.wait = 500
    const seen = watch()
    seen.add('a', queue.turn(never, false))
    seen.add('b', queue.turn(never, false))
    assert.deepEqual(await seen.granted(), [])
    moveTo(500)
    assert.deepEqual(await seen.granted(), ['a', 'b'])
    seen.turns[0]?.end({ kind: 'broken' })
    assert.deepEqual(ends, [{ startedAt: 500, kind: 'broken' }])
  })

  it('lets those go who will not wait', async () => {
    const { queue } = workbench(1)
    const stop = new AbortController()
    const seen = watch()
    seen.add('a', queue.turn(stop.signal, false))
    seen.add('b', queue.turn(stop.signal, false))
    seen.add('c', queue.turn(never, false))
    await seen.granted()
    stop.abort()
    assert.deepEqual(await seen.granted(), ['a', 'not b'])
    seen.turns[0]?.end(answered)
    assert.deepEqual(await seen.granted(), ['a', 'not b', 'c'])
    assert.equal(await queue.turn(stop.signal, false), undefined)
  })

  it('counts a turn that is ended twice once', async () => {
    const { queue, ends } = workbench(1)
    const turn = await queue.turn(never, false)
    turn?.end(answered)
    turn?.end(answered)
    assert.equal(ends.length, 1)
  })

  it('has no line in common with another queue: a paused host holds up nobody else', async () => {
    const paused = workbench(1)
    paused.state.wait = 60_000
    const seen = watch()
    seen.add('paused', paused.queue.turn(never, false))
    seen.add('other', workbench(1).queue.turn(never, false))
    assert.deepEqual(await seen.granted(), ['other'])
  })
})
