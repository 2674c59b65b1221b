import type { DatabaseSync } from 'node:sqlite'
import type { Holder, Lease, LeaseStore } from '../store.ts'
import type { Transactions } from './transactions.ts'

/** The table `in_flight`. */
export function createLeases(database: DatabaseSync, { writeWithoutSync }: Transactions): LeaseStore {
  const select = database.prepare(
    'SELECT holder_host, holder_pid, until FROM in_flight WHERE key = ? AND case_path = ?',
  )
  const selectAnswer = database.prepare('SELECT 1 FROM evaluations WHERE key = ? AND case_path = ? AND is_current = 1')
  const upsert = database.prepare(
    'INSERT OR REPLACE INTO in_flight (key, case_path, holder_host, holder_pid, until) VALUES (?, ?, ?, ?, ?)',
  )
  const renew = database.prepare('UPDATE in_flight SET until = ? WHERE holder_host = ? AND holder_pid = ?')
  const remove = prepareRelease(database)
  const removeAll = database.prepare('DELETE FROM in_flight WHERE holder_host = ? AND holder_pid = ?')

  function heldBy(key: string, path: string, { host, pid }: Holder, now: number): Holder | undefined {
    const row = select.get(key, path)
    if (!row || Number(row.until) < now) return undefined
    const by = { host: String(row.holder_host), pid: Number(row.holder_pid) }
    return by.host === host && by.pid === pid ? undefined : by
  }

  return {
    lease: (questions, holder, { now, until }) =>
      writeWithoutSync(() =>
        questions.map(({ key, case: { path } }): Lease => {
          const by = heldBy(key, path, holder, now)
          if (by) return { type: 'held', by }
          if (selectAnswer.get(key, path)) return { type: 'answered' }
          upsert.run(key, path, holder.host, holder.pid, until)
          return { type: 'leased' }
        }),
      ),
    release: questions => writeWithoutSync(() => questions.forEach(remove)),
    releaseAll: ({ host, pid }) => writeWithoutSync(() => void removeAll.run(host, pid)),
    renewLeases: ({ host, pid }, until) => writeWithoutSync(() => void renew.run(until, host, pid)),
  }
}

/** An answer ends the lease of its question in its own transaction. */
export function prepareRelease(database: DatabaseSync): (question: { key: string; case: { path: string } }) => void {
  const remove = database.prepare('DELETE FROM in_flight WHERE key = ? AND case_path = ?')
  return ({ key, case: { path } }) => void remove.run(key, path)
}
