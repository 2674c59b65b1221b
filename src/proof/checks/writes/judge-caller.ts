// Who may get a row or make a change at all. Whoever may not can still be told so, and not only by an error: a function
// may return 'refused'.

import { makeCall, type Outcome } from '../../cases/sql/make-call.ts'
import { type Print, printCalls, printText } from '../../cases/sql/run-calls.ts'
import type { Parameters } from '../../inputs/call-plan.ts'
import { identifier } from '../../sql/sql-text.ts'
import { tellPlainly } from '../../witness/tell.ts'
import { withoutTriggers } from '../../worlds/world-sql.ts'
import { inWorld } from '../../worlds/worlds.ts'
import { type Actor, callerOf, type Entry, notTheSame, sceneOf, type Trial, TWO_RESULTS } from '../trial.ts'

/** The rules that this call breaks by being answered at all. */
export async function judgeCaller(
  trial: Trial,
  actor: Actor,
  entry: Entry,
  parameters: Parameters,
  print: Print,
): Promise<void> {
  if (print.count === 0 && print.changes.length === 0) return
  const rules = forbidding(entry, actor)
  if (rules.length === 0) return
  const { finding } = entry
  const outcome = await makeCall(callerOf(trial, entry, actor), entry.prepared, parameters)
  if (outcome.error) finding.trouble ??= notTheSame(entry.prepared, TWO_RESULTS)
  if (outcome.changes.length === 0 && !outcome.rows.some(row => isSomething(entry, outcome, row))) return
  for (const [rule, permitted] of rules) {
    if (entry.origin) finding.killedBy ??= rule
    const what = outcome.changes.length > 0 ? 'changed something' : 'got a row'
    finding.witnesses[rule] ??= tellPlainly(
      sceneOf(entry, actor, parameters),
      rule,
      `${what}, which ${rule} allows to ${permitted.join(', ')} alone`,
      outcome,
    )
  }
}

/** The rules that do not let the caller make this call and are not known to be broken, with whom they let. */
function forbidding({ query, finding }: Entry, { name, context }: Actor): [string, string[]][] {
  const values = Object.values(context)
  return Object.entries(query.callers).filter(
    ([rule, permitted]) =>
      !(rule in finding.witnesses) &&
      !permitted.includes(name) &&
      !values.some(value => permitted.includes(value ?? '')),
  )
}

/**
 * Of whoever may not call a function, the calls that give the same in a database without any row: what they say, be it
 * "refused" or "ticket 7 is not for the door", says nothing of what is there. No world may be open.
 */
export async function emptyAnswers(
  trial: Trial,
  actor: Actor,
  entry: Entry,
  calls: Parameters[],
  real: Print[],
): Promise<Set<number>> {
  const { database } = trial
  const { query, prepared } = entry
  const answered = [...real.entries()].filter(
    ([, { error, count, changes }]) => error === undefined && count > 0 && changes.length === 0,
  )
  const found = new Set<number>()
  const isFunction = prepared.schema !== undefined
  if (!isFunction || answered.length === 0 || forbidding(entry, actor).length === 0) return found
  const emptied = withoutTriggers([...database.tables.keys()].map(name => `delete from ${identifier(name)}`))
  await inWorld(database, emptied, async () => {
    const asked = answered.map(([index]) => ({ context: actor.context, parameters: calls[index] ?? {} }))
    const prints = await printCalls(database, query, prepared, asked)
    for (const [nth, [index, print]] of answered.entries()) {
      const empty = prints[nth]
      if (empty && printText(empty, false) === printText(print, false)) found.add(index)
    }
  })
  return found
}

/** Whether a row says more than "nothing" and "not for you". */
function isSomething(entry: Entry, { rows }: Outcome, row: (string | null)[]): boolean {
  const { query, prepared } = entry
  const mayRefuse = prepared.schema !== undefined && rows.length === 1
  const isRefusing = mayRefuse && row.some(cell => partsOf(cell).some(part => isWordOf(entry, part)))
  if (!query.isAggregate && !prepared.isOneRow && !isRefusing) return true
  return row.flatMap(partsOf).some(part => isTelling(part) && !(mayRefuse && isWordOf(entry, part)))
}

function isTelling(part: string | null): boolean {
  return part !== null && !['', '0', 'f', 'false', '[]', '{}'].includes(part)
}

/** A word that stands in the code as it is and that nobody gets for whom the call works: it looked like 'refused' there. */
function isWordOf({ case: { code }, given }: Entry, part: string | null): boolean {
  return part !== null && /\p{L}/u.test(part) && code.includes(`'${part.replaceAll("'", "''")}'`) && !given.has(part)
}

/** The values of a cell: of JSON and of a row in one cell, `(f,"not yours")`, each of them. */
export function partsOf(cell: string | null): (string | null)[] {
  const [, row] = /^\((.*)\)$/s.exec(cell ?? '') ?? []
  if (row !== undefined) {
    const fields = row.match(/"(?:[^"]|"")*"|[^,]+/g) ?? []
    return fields.map(field => field.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"'))
  }
  if (cell === null || !/^[[{]/.test(cell)) return [cell]
  const parts: (string | null)[] = []
  try {
    JSON.parse(cell, (_, value: unknown) => {
      if (value === null || typeof value !== 'object') parts.push(value === null ? null : String(value))
      return value
    })
    return parts
  } catch {
    return [cell]
  }
}
