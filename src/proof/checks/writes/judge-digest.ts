// Judges one call by its digest. A call that wrote something that was not judged before is made again, to be looked at.

import type { Evidence, Witness } from '../../../witness.ts'
import { type CaseRun, isBroken } from '../../cases/case-run.ts'
import type { Step } from '../../cases/kind.ts'
import { changesText, masker, type Outcome, type ResultDigest } from '../../cases/outcome.ts'
import { DatabaseError } from '../../postgres/session.ts'
import { inOneOrder, shownCall, shownChange, shownOutcome } from '../../witness/shown.ts'
import type { Actor } from '../../worlds/actors.ts'
import { UNDO } from '../../worlds/open-world.ts'
import type { CallBatch } from '../call-batch.ts'
import { notTheSame, type Observation, type ProofRun } from '../check.ts'
import { confirmReturned } from './confirm-returned.ts'
import { judgeCaller } from './judge-caller.ts'
import { type Judgement, judgeCall, readAnswers, type WriteViolation, writeChecks } from './write-checks.ts'

/** Judgements by query, caller and changes: the cases of a query mostly write the same. */
const judged = new WeakMap<ProofRun, Map<string, Judgement>>()

/** Whether there is anything to judge the call by. */
export function isToBeJudged(proofRun: ProofRun, { query }: CaseRun, { error, count, changes }: ResultDigest): boolean {
  if (error !== undefined) return false
  return changes.length > 0 || (count > 0 && (isAboutReturned(proofRun) || Object.keys(query.callers).length > 0))
}

/** Yields the rules that the call breaks; returns the rules whose hidden rows the call was allowed to change. */
export async function* judgeDigest(
  proofRun: ProofRun,
  batch: CallBatch,
  index: number,
  /** The call's answer says nothing, whoever is told it. */
  isEmptyAnswer: boolean,
): AsyncGenerator<Observation, string[]> {
  const { caseRun, actor, calls, real } = batch
  const [digest, parameters] = [real[index], calls[index] ?? {}]
  if (!digest || digest.error !== undefined) return []
  if (!isEmptyAnswer) yield* judgeCaller(batch, index)
  const isReturnJudged = digest.count > 0 && isAboutReturned(proofRun)
  if (digest.changes.length === 0 && !isReturnJudged) return []
  const known = judged.get(proofRun) ?? new Map<string, Judgement>()
  judged.set(proofRun, known)
  const key = JSON.stringify([
    ...[caseRun.query.name, actor.name, parameters],
    changesText(digest.changes, masker(digest.generated), new Set()),
    ...(isReturnJudged ? [digest.rows] : []),
  ])
  const before = known.get(key)
  if (before && (caseRun.original || before.violations.every(({ rule }) => isBroken(caseRun, rule)))) {
    // Of a mutant, and of a rule that is known to break, no witness is wanted.
    for (const { rule } of before.violations) yield { caseRun, kind: 'violation', rule, witness: () => undefined }
    return before.exempt
  }
  const { judgement, outcome } = await lookAt(proofRun, caseRun, actor, { context: actor.context, parameters }, digest)
  if (!judgement) {
    yield { caseRun, kind: 'undecided', undecided: notTheSame(caseRun) }
    return []
  }
  known.set(key, judgement)
  for (const violation of judgement.violations) {
    const { rule } = violation
    const witness = (): Witness => ({
      rule,
      call: shownCall(caseRun, actor, parameters),
      got: shownOutcome(inOneOrder(caseRun, outcome)),
      evidence: evidenceOf(violation, outcome.generated),
    })
    yield { caseRun, kind: 'violation', rule, witness }
  }
  return judgement.exempt
}

function evidenceOf({ rule, why, change, required, returned }: WriteViolation, generated: string[]): Evidence {
  if (required && returned) {
    const key = String(returned.keys.values[0])
    return { rule, kind: 'required-row', ...required, of: { table: returned.table, key } }
  }
  if (!change) throw new Error(`${rule} is broken by no change`)
  const shown = shownChange(change, generated)
  if (required) return { rule, kind: 'required-row', ...required, of: { change: shown } }
  if (why === 'required-row') throw new Error(`${rule} requires nothing`)
  return { rule, kind: 'forbidden-change', why, change: shown }
}

async function lookAt(
  proofRun: ProofRun,
  caseRun: CaseRun,
  { hidden }: Actor,
  step: Step,
  digest: ResultDigest,
): Promise<{ judgement?: Judgement; outcome: Outcome }> {
  const { database } = proofRun
  const { query, program } = caseRun
  const { context, parameters } = step
  const call = { database, query, context, hidden }
  if (!isAboutReturned(proofRun)) {
    // What is to be asked is known from the digest: one trip.
    const checks = writeChecks(call, { columns: [], rows: [], changes: digest.changes })
    const queries = await database.statementsFor(checks, query, { ...parameters, ...context })
    try {
      const { outcome, answers } = await program.observeAndAsk([step], queries)
      // The violations are told of the changes of the digest, whose made-up values are others.
      const generated = [...outcome.generated, ...digest.generated]
      return { judgement: readAnswers(checks, answers), outcome: { ...outcome, generated } }
    } catch (error) {
      // The call or a condition: below they are told apart.
      if (!(error instanceof DatabaseError)) throw error
      await database.session.run(UNDO)
    }
  }
  let judgement: Judgement | undefined
  const outcome = await program.observe([step], async found => {
    judgement = await judgeCall(call, found, parameters)
  })
  if (!judgement) return { outcome }
  return { judgement: await confirmReturned(proofRun, caseRun, step, outcome, judgement), outcome }
}

/** Whether a rule asks something of rows that come back. */
function isAboutReturned({ database }: ProofRun): boolean {
  return database.plan.rules.some(({ requires }) => requires.some(({ on }) => on === 'return'))
}
