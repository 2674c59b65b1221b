import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../errors.ts'

// A minute: somebody has the database open in another program, and an answer that was paid for is worth some patience.
const TRIES = 120
const PAUSE_MS = 500

/** Writes to the database, and tries again while another program holds its lock; other work goes on meanwhile. */
export async function patiently<T>(write: () => T, abort: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return write()
    } catch (error) {
      const isWorthIt = error instanceof UserError && error.isPassing && tries < TRIES && !abort.aborted
      if (!isWorthIt) throw error
      await sleep(PAUSE_MS)
    }
  }
}
