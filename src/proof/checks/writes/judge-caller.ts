// Who may get a row or make a change at all. Whoever may not can still be told so, and not only by an error: a function
// may return 'refused'.

import { type CaseRun, isBroken } from '../../cases/case-run.ts'
import { digestText, type Outcome } from '../../cases/outcome.ts'
import { identifier } from '../../sql/sql-text.ts'
import { inOneOrder, shownCall, shownOutcome } from '../../witness/shown.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { withoutTriggers } from '../../worlds/world-sql.ts'
import type { CallBatch } from '../call-batch.ts'
import { cellValues } from '../cell-values.ts'
import { notTheSame, type Observation, type ProofRun } from '../check.ts'

/** The rules that this call breaks by being answered at all. */
export async function* judgeCaller(
  { caseRun, actor, calls, real }: CallBatch,
  index: number,
): AsyncGenerator<Observation> {
  const digest = real[index]
  const parameters = calls[index] ?? {}
  if (!digest || (digest.count === 0 && digest.changes.length === 0)) return
  const rules = forbidding(caseRun, actor)
  if (rules.length === 0) return
  const outcome = await caseRun.program.observe([{ context: actor.context, parameters }])
  if (outcome.error) yield { caseRun, kind: 'undecided', undecided: notTheSame(caseRun) }
  const hasChanged = outcome.changes.length > 0
  if (!hasChanged && !outcome.rows.some(row => tellsSomething(caseRun, outcome, row))) return
  for (const [rule, permitted] of rules) {
    const witness = () => ({
      rule,
      call: shownCall(caseRun, actor, parameters),
      got: shownOutcome(inOneOrder(caseRun, outcome)),
      evidence: { rule, kind: 'caller' as const, permitted, hasChanged },
    })
    yield { caseRun, kind: 'violation', rule, witness }
  }
}

/** The rules that do not let the caller make this call and are not known to be broken, with whom they let. */
function forbidding(caseRun: CaseRun, { name, context }: Actor): [string, string[]][] {
  const values = Object.values(context)
  return Object.entries(caseRun.query.callers).filter(
    ([rule, permitted]) =>
      !isBroken(caseRun, rule) && !permitted.includes(name) && !values.some(value => permitted.includes(value ?? '')),
  )
}

/**
 * Of whoever may not call a function, the calls that give the same in a database without any row: what they say, be it
 * "refused" or "ticket 7 is not for the door", says nothing of what is there. No world may be open.
 */
export async function emptyAnswers({ database }: ProofRun, batch: CallBatch): Promise<Set<number>> {
  const { caseRun, actor, calls, real } = batch
  const answered = [...real.entries()].filter(
    ([, { error, count, changes }]) => error === undefined && count > 0 && changes.length === 0,
  )
  const found = new Set<number>()
  if (!caseRun.program.facts.mayRefuse || answered.length === 0 || forbidding(caseRun, actor).length === 0) return found
  const sql = withoutTriggers([...database.tables.keys()].map(name => `delete from ${identifier(name)}`))
  await using world = await openWorld(database, { sql, writes: [] })
  // Without such a world no answer is known to be empty, and all are judged.
  if (world.unbuilt !== undefined) return found
  const digests = await caseRun.program.run(
    answered.map(([index]) => [{ context: actor.context, parameters: calls[index] ?? {} }]),
  )
  for (const [nth, [index, digest]] of answered.entries()) {
    const empty = digests[nth]
    if (empty && digestText(empty, false) === digestText(digest, false)) found.add(index)
  }
  return found
}

/** Whether a row says more than "nothing" and "not for you". */
function tellsSomething(caseRun: CaseRun, { rows }: Outcome, row: (string | null)[]): boolean {
  const { query, program } = caseRun
  const mayRefuse = program.facts.mayRefuse && rows.length === 1
  const isRefusing = mayRefuse && row.some(cell => cellValues(cell).some(value => isOwnWord(caseRun, value)))
  if (!query.isAggregate && !program.facts.alwaysGivesRow && !isRefusing) return true
  return row.flatMap(cellValues).some(value => !isBlank(value) && !(mayRefuse && isOwnWord(caseRun, value)))
}

function isBlank(value: string | null): boolean {
  return value === null || ['', '0', 'f', 'false', '[]', '{}'].includes(value)
}

/** A word that stands in the code as it is and that nobody gets for whom the call works, as 'refused'. */
function isOwnWord({ program, facts }: CaseRun, value: string | null): boolean {
  if (value === null || !/\p{L}/u.test(value) || !program.facts.holdsText(value)) return false
  return !facts.givenValues?.has(value)
}
