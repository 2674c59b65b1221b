// Lets calls start when the pace allows it. The pace decides, the queue waits.
import type { CallEnd, Pace } from './pace.ts'

export interface PaceQueue {
  /**
   * Resolves when a call may start; undefined when the signal ended first. A call that is tried again goes before a new
   * one. Every turn must be ended, or its slot is lost.
   */
  turn(signal: AbortSignal, isAgain: boolean): Promise<Turn | undefined>
}

export interface Turn {
  end(end: CallEnd): void
}

export interface Clock {
  /** Milliseconds. */
  now: () => number
  /** Calls back later; returns how to cancel it. */
  timer: (ms: number, callback: () => void) => () => void
}

// Timers are for whole milliseconds, and one that is a little early would only be set again.
const SHORTEST_TIMER_MS = 1

export function createPaceQueue(pace: Pace, clock: Clock): PaceQueue {
  const again: Waiter[] = []
  const fresh: Waiter[] = []
  let cancelTimer: (() => void) | undefined

  function grant(waiter: Waiter): void {
    const startedAt = clock.now()
    pace.start(startedAt)
    let isOver = false
    waiter.resolve({
      end(end) {
        if (isOver) return
        isOver = true
        pace.end({ startedAt, end }, clock.now())
        advance()
      },
    })
  }

  function advance(): void {
    cancelTimer?.()
    cancelTimer = undefined
    while (again.length + fresh.length > 0) {
      const wait = pace.wait(clock.now())
      if (wait > 0) {
        if (wait !== Number.POSITIVE_INFINITY) cancelTimer = clock.timer(Math.max(wait, SHORTEST_TIMER_MS), advance)
        return
      }
      const next = again.shift() ?? fresh.shift()
      if (next) grant(next)
    }
  }

  return {
    turn(signal, isAgain) {
      if (signal.aborted) return Promise.resolve(undefined)
      const { promise, resolve } = Promise.withResolvers<Turn | undefined>()
      const line = isAgain ? again : fresh
      const leave = () => {
        line.splice(line.indexOf(waiter), 1)
        resolve(undefined)
      }
      const waiter: Waiter = {
        resolve(turn) {
          signal.removeEventListener('abort', leave)
          resolve(turn)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      line.push(waiter)
      advance()
      return promise
    },
  }
}

interface Waiter {
  resolve: (turn: Turn | undefined) => void
}
