import type { DatabaseSync } from 'node:sqlite'
import type { Question } from '../domain.ts'
import { inTransaction } from './in-transaction.ts'

/** The run that asks. */
export interface Holder {
  host: string
  pid: number
  /** Whether a process of this machine still runs: a killed run must not hold up the next one. */
  isRunning: (pid: number) => boolean
}

// For a run on another machine that died: nobody can look whether it still runs. Longer than any one call may take.
const LONGEST_MS = 24 * 3600 * 1000

/** Which run is asking what: two runs on one database share the work, and nothing is paid for twice. */
export function createLeases(database: DatabaseSync) {
  const select = database.prepare(
    'SELECT holder_host, holder_pid, until FROM in_flight WHERE key = ? AND case_path = ?',
  )
  const upsert = database.prepare(
    'INSERT OR REPLACE INTO in_flight (key, case_path, holder_host, holder_pid, until) VALUES (?, ?, ?, ?, ?)',
  )
  const remove = database.prepare('DELETE FROM in_flight WHERE key = ? AND case_path = ?')

  return {
    /** True when the question is now ours to ask. */
    take: ({ key, case: { path } }: Question, { host, pid, isRunning }: Holder, now: number): boolean =>
      inTransaction(database, () => {
        const held = select.get(key, path)
        const isOurMachine = held?.holder_host === host
        const isFree =
          !held ||
          Number(held.until) < now ||
          (isOurMachine && (held.holder_pid === pid || !isRunning(Number(held.holder_pid))))
        if (isFree) upsert.run(key, path, host, pid, now + LONGEST_MS)
        return isFree
      }),

    release({ key, case: { path } }: Question): void {
      remove.run(key, path)
    },
  }
}
