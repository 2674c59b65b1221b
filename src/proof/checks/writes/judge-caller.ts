// Judges who made a call (`callers`): an actor whose job the query is not must get no row and make no change. A refusal
// is no row: a case may raise an error, and a function may return 'refused'.

import { type CaseRun, isBroken } from '../../cases/case-run.ts'
import { digestText, type Outcome } from '../../cases/outcome.ts'
import { identifier } from '../../sql/sql-text.ts'
import { inOneOrder, shownCall, shownOutcome } from '../../witness/shown.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { withoutTriggers } from '../../worlds/world-sql.ts'
import type { CallBatch } from '../call-batch.ts'
import { cellValues } from '../cell-values.ts'
import { type Observation, type ProofRun, unstableResult } from '../check.ts'

/** Yields the rules that forbid the actor to make this call, if the call gave or changed anything. */
export async function* judgeCaller(
  { caseRun, actor, calls, real }: CallBatch,
  index: number,
): AsyncGenerator<Observation> {
  const digest = real[index]
  const parameters = calls[index] ?? {}
  if (!digest || (digest.returnedOrChanged === 0 && digest.changes.length === 0)) return
  const rules = forbiddingRules(caseRun, actor)
  if (rules.length === 0) return
  const outcome = await caseRun.program.observe([{ context: actor.context, parameters }])
  if (outcome.error) yield { caseRun, kind: 'undecided', undecided: unstableResult(caseRun) }
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

/** The rules that forbid the actor to make this call and are not known to break, each with those whom it permits. */
function forbiddingRules(caseRun: CaseRun, { name, derivedFrom = name, context }: Actor): [string, string[]][] {
  const values = Object.values(context)
  return Object.entries(caseRun.query.callers).filter(
    ([rule, permitted]) =>
      !isBroken(caseRun, rule) &&
      !permitted.includes(derivedFrom) &&
      !values.some(value => permitted.includes(value ?? '')),
  )
}

/**
 * The calls of a forbidden actor that give the same in a database without any row. Their answer, be it "refused" or
 * "ticket 7 is not yours", tells nothing of the rows that exist. Must not be called in an open world.
 */
export async function uninformativeAnswers({ database }: ProofRun, batch: CallBatch): Promise<Set<number>> {
  const { caseRun, actor, calls, real } = batch
  const answered = [...real.entries()].filter(
    ([, { error, returnedOrChanged, changes }]) => error === undefined && returnedOrChanged > 0 && changes.length === 0,
  )
  const found = new Set<number>()
  if (!caseRun.program.facts.mayRefuse || answered.length === 0 || forbiddingRules(caseRun, actor).length === 0)
    return found
  const sql = withoutTriggers([...database.tables.keys()].map(name => `delete from ${identifier(name)}`))
  await using world = await openWorld(database, { sql, writes: [] })
  // Where that database cannot be made, all answers are judged.
  if (world.unbuilt !== undefined) return found
  const digests = await caseRun.program.run(
    answered.map(([index]) => [{ context: actor.context, parameters: calls[index] ?? {} }]),
  )
  for (const [nth, [index, digest]] of answered.entries()) {
    const inEmptyDatabase = digests[nth]
    if (inEmptyDatabase && digestText(inEmptyDatabase, false) === digestText(digest, false)) found.add(index)
  }
  return found
}

/** Whether a row tells more than "there is nothing" and "you may not". */
function tellsSomething(caseRun: CaseRun, { rows }: Outcome, row: (string | null)[]): boolean {
  const { query, program } = caseRun
  const mayRefuse = program.facts.mayRefuse && rows.length === 1
  const isRefusal = mayRefuse && row.some(cell => cellValues(cell).some(value => isRefusalWord(caseRun, value)))
  if (!query.isAggregate && !program.facts.alwaysGivesRow && !isRefusal) return true
  return row.flatMap(cellValues).some(value => !isBlank(value) && !(mayRefuse && isRefusalWord(caseRun, value)))
}

function isBlank(value: string | null): boolean {
  return value === null || ['', '0', 'f', 'false', '[]', '{}'].includes(value)
}

/** Whether a value is a refusal, such as 'refused': the code has it as a constant, and no call in `works` gave it. */
function isRefusalWord({ program, facts }: CaseRun, value: string | null): boolean {
  if (value === null || !/\p{L}/u.test(value) || !program.facts.holdsText(value)) return false
  return !facts.givenValues?.has(value)
}
