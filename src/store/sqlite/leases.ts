import type { DatabaseSync } from 'node:sqlite'
import type { Question } from '../../domain.ts'
import { inTransaction } from './in-transaction.ts'

/** The run that asks. */
export interface Holder {
  host: string
  pid: number
  /** Whether a process of this machine still runs: a killed run must not hold up the next one. */
  isRunning: (pid: number) => boolean
}

// For a run that died where nobody can look, or whose number another process has by now. A run that lives renews its own.
const LEASE_MS = 90_000
export const RENEWAL_MS = 20_000

/** Which run is asking what: two runs on one database share the work, and nothing is paid for twice. */
export function createLeases(database: DatabaseSync) {
  const select = database.prepare(
    'SELECT holder_host, holder_pid, until FROM in_flight WHERE key = ? AND case_path = ?',
  )
  const upsert = database.prepare(
    'INSERT OR REPLACE INTO in_flight (key, case_path, holder_host, holder_pid, until) VALUES (?, ?, ?, ?, ?)',
  )
  const renew = database.prepare('UPDATE in_flight SET until = ? WHERE holder_host = ? AND holder_pid = ?')
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
        if (isFree) upsert.run(key, path, host, pid, now + LEASE_MS)
        return isFree
      }),

    renew({ host, pid }: Holder, now: number): void {
      renew.run(now + LEASE_MS, host, pid)
    },

    release({ key, case: { path } }: Question): void {
      remove.run(key, path)
    },
  }
}
