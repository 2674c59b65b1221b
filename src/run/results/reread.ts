import type { Result, Verdict } from '../../domain.ts'
import { UserError } from '../../errors.ts'
import { openExistingStore } from '../../store/open-store.ts'
import type { StoredReply } from '../../store/store.ts'
import { readReply } from '../../verdict/read-reply.ts'

export interface Change {
  casePath: string
  model: string
  before: Result
  after: Result
}

/** Reads the verdict from every stored reply again, and corrects those that have changed. No model is asked. */
export async function reread(db: string): Promise<{ replies: number; changes: Change[]; rewordings: number }> {
  await using store = await openExistingStore(db)
  if (!store) throw new UserError(`there is no database ${db}.`, { tryThis: 'npm start, or --db PATH.' })
  const changes: Change[] = []
  let replies = 0
  let rewordings = 0
  for await (const batch of store.replies()) {
    replies += batch.length
    const different = batch.flatMap(readAnew)
    if (different.length > 0) await store.updateVerdicts(different)
    for (const { stored, verdict } of different) {
      const { casePath, model, result: before } = stored
      if (verdict.result === before) rewordings++
      else changes.push({ casePath, model, before, after: verdict.result })
    }
  }
  return { replies, changes, rewordings }
}

/** The verdict, where it is not the one that is stored. */
function readAnew(stored: StoredReply): { id: number; verdict: Verdict; stored: StoredReply }[] {
  const { id, body, http, result, explanation, rules } = stored
  const reading = readReply({ body, attempts: 1, ...(http ? { http } : {}) })
  // An answer stays an answer, even if its reply would now count as a failure: it was paid for.
  if (reading.kind === 'failure') return []
  const { verdict } = reading
  const before = JSON.stringify([result, explanation, rules])
  const isSame = before === JSON.stringify([verdict.result, verdict.explanation, verdict.rules])
  return isSame ? [] : [{ id, verdict, stored }]
}
