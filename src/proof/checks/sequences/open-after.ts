import { LOG_TABLE } from '../../database/private-names.ts'
import { DatabaseError } from '../../postgres/session.ts'
import { identifier } from '../../sql/sql-text.ts'
import { inOwnSavepoint } from '../../worlds/open-world.ts'
import type { ProofRun } from '../check.ts'
import type { EarlierCall } from './draw-sequences.ts'

/** The database after some calls. `await using` takes them back. */
export interface AfterCalls extends AsyncDisposable {
  hasChanged: boolean
  /** The keys of the rows that the calls inserted. */
  inserted: { table: string; key: string; value: string }[]
}

/** Makes the calls one after the other. A call that fails changes nothing, and the next one follows. */
export async function openAfter({ database, onCase }: ProofRun, calls: EarlierCall[]): Promise<AfterCalls> {
  const { session, tables } = database
  const savepoint = await inOwnSavepoint(database, 'after_calls')
  const changed = new Set<string>()
  const inserted: AfterCalls['inserted'] = []
  for (const { caseRun, context, parameters } of calls) {
    onCase(caseRun.case.path)
    try {
      const { changes } = (await caseRun.program.perform?.({ context, parameters })) ?? { changes: [] }
      for (const { table, operation, new: row } of changes) {
        changed.add(table)
        const key = tables.get(table)?.primaryKey[0]
        const value =
          key && row && operation === 'INSERT' ? (JSON.parse(row) as Record<string, unknown>)[key] : undefined
        if (key && value !== undefined && value !== null) inserted.push({ table, key, value: String(value) })
      }
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
    }
  }
  // Rules may ask what was before the call that is judged.
  const renewed = [...changed]
    .filter(table => tables.has(table))
    .map(table => {
      const name = identifier(table)
      return `delete from before.${name}; insert into before.${name} select * from public.${name}`
    })
  await session.run([`delete from ${LOG_TABLE}`, ...renewed].join(';\n'))
  return { hasChanged: changed.size > 0, inserted, [Symbol.asyncDispose]: () => savepoint[Symbol.asyncDispose]() }
}
