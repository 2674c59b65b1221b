import type { DatabaseSync } from 'node:sqlite'
import type { ReplyStore } from '../store.ts'
import { toStoredReply } from './rows.ts'
import type { Transactions } from './transactions.ts'

// A reply may have a megabyte.
const BATCH = 32

export function createReplyStore(database: DatabaseSync, { read, write }: Transactions): ReplyStore {
  const selectAfter = database.prepare(
    `SELECT id, case_path, model_name, reply, http, actual_result, explanation, named_rules
     FROM evaluations WHERE id > ? ORDER BY id LIMIT ${BATCH}`,
  )
  const update = database.prepare(
    'UPDATE evaluations SET actual_result = :result, explanation = :explanation, named_rules = :rules WHERE id = :id',
  )
  return {
    async *replies() {
      // By id and not by one long SELECT: verdicts are written while this is read.
      for (let id = 0; ; ) {
        const batch = read(() => selectAfter.all(id)).map(toStoredReply)
        const last = batch.at(-1)
        if (!last) return
        yield batch
        id = last.id
      }
    },
    updateVerdicts: verdicts =>
      write(() => {
        for (const { id, verdict } of verdicts) {
          const { result, explanation, rules } = verdict
          update.run({ id, result, explanation, rules: JSON.stringify(rules) })
        }
      }),
  }
}
