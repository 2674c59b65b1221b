import { existsSync } from 'node:fs'
import type { Result } from '../domain.ts'
import { UserError } from '../errors.ts'
import { openStore } from '../store/sqlite/open-store.ts'
import { readReply } from '../verdict/read-reply.ts'

export interface Change {
  casePath: string
  model: string
  before: Result
  after: Result
}

/** Reads every stored reply anew and corrects what now reads otherwise. Costs nothing: no model is asked. */
export function reread(db: string): { replies: number; changes: Change[]; rewordings: number } {
  if (!existsSync(db)) throw new UserError(`there is no database ${db}.`, { tryThis: 'npm start, or --db PATH.' })
  using store = openStore(db)
  const changes: Change[] = []
  let replies = 0
  let rewordings = 0
  for (const { id, casePath, model, body, http, result, explanation, rules } of store.replies()) {
    replies++
    const reading = readReply({ body, attempts: 1, ...(http ? { http } : {}) })
    // What was an answer stays one: a row is history, and its question was paid for.
    if (reading.kind === 'failure') continue
    const { verdict } = reading
    if (
      JSON.stringify([result, explanation, rules]) ===
      JSON.stringify([verdict.result, verdict.explanation, verdict.rules])
    )
      continue
    store.updateVerdict(id, verdict)
    if (verdict.result === result) rewordings++
    else changes.push({ casePath, model, before: result, after: verdict.result })
  }
  return { replies, changes, rewordings }
}
