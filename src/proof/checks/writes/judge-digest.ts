// Judges one call by its digest. Where the same changes were not judged before, the call is made again and its state is
// examined.

import type { Evidence, Witness } from '../../../witness.ts'
import { type CaseRun, isBroken } from '../../cases/case-run.ts'
import type { Step } from '../../cases/kind.ts'
import { changesText, masker, type Outcome, type ResultDigest } from '../../cases/outcome.ts'
import { ConditionFailure } from '../../database/conditions.ts'
import { DatabaseError } from '../../postgres/session.ts'
import { inOneOrder, shownCall, shownChange, shownOutcome } from '../../witness/shown.ts'
import type { Actor } from '../../worlds/actors.ts'
import { UNDO } from '../../worlds/open-world.ts'
import type { CallBatch } from '../call-batch.ts'
import { type Observation, type ProofRun, unstableResult } from '../check.ts'
import { alwaysEvidence, changesOfCall } from './always-checks.ts'
import { confirmReturned } from './confirm-returned.ts'
import { judgeCaller } from './judge-caller.ts'
import type { Exemption, Judgement, WriteViolation } from './judgement.ts'
import { judgeCall, readAnswers, writeChecks } from './write-checks.ts'

/** Judgements by query, call and changes, for the cases of a query: most of them write the same. */
const judged = new WeakMap<ProofRun, Map<string, Judgement>>()

/** Whether a call gave anything that a rule about changes, returned rows or callers may forbid. */
export function needsJudging(
  proofRun: ProofRun,
  { query }: CaseRun,
  { error, returnedOrChanged, changes }: ResultDigest,
): boolean {
  if (error !== undefined) return false
  return (
    changes.length > 0 ||
    (returnedOrChanged > 0 && (rulesAskOfReturnedRows(proofRun) || Object.keys(query.callers).length > 0))
  )
}

/** Yields the rules that the call breaks; returns the changes of hidden rows that were allowed. */
export async function* judgeDigest(
  proofRun: ProofRun,
  batch: CallBatch,
  index: number,
  /** The answer tells nothing of the rows that exist: see `uninformativeAnswers`. */
  isUninformative: boolean,
): AsyncGenerator<Observation, Exemption[]> {
  const { caseRun, actor, calls, real } = batch
  const [digest, parameters] = [real[index], calls[index] ?? {}]
  if (!digest || digest.error !== undefined) return []
  if (!isUninformative) yield* judgeCaller(batch, index)
  const isReturnJudged = digest.returnedOrChanged > 0 && rulesAskOfReturnedRows(proofRun)
  if (digest.changes.length === 0 && !isReturnJudged) return []
  const known = judged.get(proofRun) ?? new Map<string, Judgement>()
  judged.set(proofRun, known)
  const key = judgementKey(batch, index, digest, isReturnJudged)
  const before = known.get(key)
  if (before && (caseRun.original || before.violations.every(({ rule }) => isBroken(caseRun, rule)))) {
    // Neither a mutant nor a rule that is known to break needs a witness.
    for (const { rule } of before.violations) yield { caseRun, kind: 'violation', rule, witness: () => undefined }
    return before.exempt
  }
  const again = await judgeAgain(proofRun, caseRun, actor, { context: actor.context, parameters }, digest)
  if (again instanceof ConditionFailure) {
    const reason = `${describeFailure(proofRun.database, again)}, in ${caseRun.query.name} as ${actor.name} with ${JSON.stringify(parameters)}`
    yield { caseRun, kind: 'undecided', undecided: { reason } }
    return []
  }
  const { judgement, outcome } = again
  if (!judgement) {
    yield { caseRun, kind: 'undecided', undecided: unstableResult(caseRun) }
    return []
  }
  known.set(key, judgement)
  for (const violation of judgement.violations) {
    const { rule } = violation
    const witness = (): Witness => ({
      rule,
      call: shownCall(caseRun, actor, parameters),
      got: shownOutcome(inOneOrder(caseRun, outcome)),
      evidence: evidenceOf(violation, outcome),
    })
    yield { caseRun, kind: 'violation', rule, witness }
  }
  return judgement.exempt
}

/** All that the judgement of a call depends on, whichever case of the query made the call. */
function judgementKey(
  { caseRun, actor, calls }: CallBatch,
  index: number,
  { changes, generated, rows }: ResultDigest,
  isReturnJudged: boolean,
): string {
  return JSON.stringify([
    ...[caseRun.query.name, actor.name, calls[index] ?? {}],
    changesText(changes, masker(generated), new Set()),
    // Whether a returned row is the one that it seems to be depends on the code: see `confirmReturned`.
    ...(isReturnJudged ? [rows, caseRun.case.code] : []),
  ])
}

function evidenceOf(
  { rule, why, change, condition, required, returned }: WriteViolation,
  { changes, generated }: Outcome,
): Evidence {
  if (condition !== undefined) return alwaysEvidence(rule, condition, changesOfCall(1, { changes, generated }))
  if (required && returned) {
    const key = String(returned.keys.values[0])
    return { rule, kind: 'required-row', ...required, of: { table: returned.table, key } }
  }
  if (!change) throw new Error(`the violation of ${rule} has no change`)
  const shown = shownChange(change, generated)
  if (required) return { rule, kind: 'required-row', ...required, of: { change: shown } }
  if (why === 'required-row' || why === 'always') throw new Error(`the violation of ${rule} has no required row`)
  return { rule, kind: 'forbidden-change', why, change: shown }
}

/**
 * Makes the call again and judges it in the state that it left. Without a judgement, the call failed this time; a
 * `ConditionFailure` says that a condition of proof.yaml fails on what the call wrote.
 */
async function judgeAgain(
  proofRun: ProofRun,
  caseRun: CaseRun,
  { hidden }: Actor,
  step: Step,
  digest: ResultDigest,
): Promise<{ judgement?: Judgement; outcome: Outcome } | ConditionFailure> {
  const { database } = proofRun
  const { query, program } = caseRun
  const { context, parameters } = step
  const call = { database, query, context, hidden }
  if (!rulesAskOfReturnedRows(proofRun)) {
    // The digest tells all that is to be asked, so that the call and the queries go in one trip.
    const checks = writeChecks(call, { columns: [], rows: [], changes: digest.changes })
    const queries = await database.statementsFor(checks, query, { ...parameters, ...context })
    try {
      const { outcome, answers } = await program.observeAndAsk([step], queries)
      // The violations have the changes of the digest, whose generated values are others than those of this call.
      const generated = [...outcome.generated, ...digest.generated]
      return { judgement: readAnswers(checks, answers), outcome: { ...outcome, generated } }
    } catch (error) {
      // The call or a condition failed. The code below tells which.
      if (!(error instanceof DatabaseError)) throw error
      await database.session.run(UNDO)
    }
  }
  let judgement: Judgement | undefined
  let failure: ConditionFailure | undefined
  const outcome = await program.observe([step], async found => {
    try {
      judgement = await judgeCall(call, found, parameters)
    } catch (error) {
      if (!(error instanceof ConditionFailure)) throw error
      failure = error
    }
  })
  if (failure) return failure
  if (!judgement) return { outcome }
  return { judgement: await confirmReturned(proofRun, caseRun, step, outcome, judgement), outcome }
}

/** That a condition of proof.yaml fails on what a call wrote. */
export function describeFailure(database: ProofRun['database'], { condition, message }: ConditionFailure): string {
  const before = database.plan.rules.filter(({ line }) => line <= condition.line)
  const rule = before.toSorted((a, b) => a.line - b.line).at(-1)?.id ?? 'a rule'
  return `the condition "${condition.sql.slice(0, 120)}" of ${rule} fails on what the call wrote: ${message}`
}

/** Whether a rule requires a row for each row that is returned (`on: return`). */
function rulesAskOfReturnedRows({ database }: ProofRun): boolean {
  return database.plan.rules.some(({ requires }) => requires.some(({ on }) => on === 'return'))
}
