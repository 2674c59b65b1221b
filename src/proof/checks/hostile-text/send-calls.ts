// Sends calls that are not in the call plan, and finds the rules that only these calls break.

import type { Witness } from '../../../witness.ts'
import { type CaseRun, isOrdered } from '../../cases/case-run.ts'
import { emptyFindings, type Undecided } from '../../cases/findings.ts'
import { digestText, isEmptyResult, type ResultDigest } from '../../cases/outcome.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { CallBatch, CallChoice } from '../call-batch.ts'
import type { Check, ProofRun } from '../check.ts'
import { runChecks } from '../run-checks.ts'
import { CHOICE_FOR_CASES } from '../worlds/choose-calls.ts'
import { compareBatches } from '../worlds/compare-batches.ts'
import { runBatches } from '../worlds/run-batches.ts'
import type { HostileCall, InjectionPoint } from './hostile-calls.ts'

/** A word that is the name of no column and stands in no row. */
export const PLAIN_WORD = 'proofword'

interface SentFindings {
  /** Of the rules that only these calls break. */
  witnesses: Witness[]
  /** Why the calls may show nothing of the case. */
  undecided?: Undecided
  /** A difference that no single rule explains. */
  doubt?: string
}

/** Sends the calls as the actor. By case, the witnesses of rules that only these calls break. */
export async function sendCalls(
  proofRun: ProofRun,
  actor: Actor,
  sent: Map<CaseRun, HostileCall[]>,
  /** Calls at the same point whose results are harmless. */
  usualCalls: (point: InjectionPoint) => Parameters[],
): Promise<Map<CaseRun, SentFindings>> {
  const copies = new Map([...sent].map(([caseRun, calls]) => [copyOf(caseRun), { caseRun, calls }]))
  const sentBy = (copy: CaseRun) => copies.get(copy)?.calls ?? []
  const check: Check = {
    ...{ name: 'sent-calls', needs: [], gives: [], seeds: 'written' },
    async *run(_, caseRuns) {
      const callsOf = (copy: CaseRun) => sentBy(copy).map(({ parameters }) => parameters)
      const batches = yield* runBatches(proofRun, [actor], caseRuns, callsOf)
      const harmless = await harmlessCalls(proofRun, batches, sentBy, usualCalls)
      yield* compareBatches(proofRun, actor, batches, withoutHarmless(harmless))
    },
  }
  await runChecks(proofRun, [...copies.keys()], [check])
  return new Map(
    [...copies].map(([{ findings }, { caseRun }]) => [
      caseRun,
      {
        witnesses: Object.values(findings.witnesses).filter(({ rule }) => !(rule in caseRun.findings.witnesses)),
        ...(findings.undecided ? { undecided: findings.undecided } : {}),
        ...(findings.doubt === undefined ? {} : { doubt: findings.doubt }),
      },
    ]),
  )
}

/** A copy of the case run, which takes the findings about the sent calls. The case's own findings stay as they are. */
function copyOf(caseRun: CaseRun): CaseRun {
  return {
    ...caseRun,
    callPlan: { ...caseRun.callPlan, base: [], callsOf: () => [], hostile: [] },
    findings: { ...emptyFindings(caseRun.case.path), witnesses: { ...caseRun.findings.witnesses } },
  }
}

/** The usual choice of calls, without harmless ones. */
function withoutHarmless(harmless: Map<CallBatch, Set<number>>): CallChoice {
  const filtered = (choose: (batch: CallBatch) => number[]) => (batch: CallBatch) =>
    choose(batch).filter(index => !harmless.get(batch)?.has(index))
  return {
    withoutHidden: filtered(CHOICE_FOR_CASES.withoutHidden),
    withOtherHidden: filtered(CHOICE_FOR_CASES.withOtherHidden),
    withEmptyHidden: filtered(CHOICE_FOR_CASES.withEmptyHidden),
  }
}

/**
 * The calls whose text was not executed, by their positions: they gave nothing, or the same as the call without the
 * text or with any word. They need not be tried in other worlds.
 */
async function harmlessCalls(
  { database, onCase }: ProofRun,
  batches: CallBatch[],
  sentBy: (copy: CaseRun) => HostileCall[],
  usualCalls: (point: InjectionPoint) => Parameters[],
): Promise<Map<CallBatch, Set<number>>> {
  await using _ = await openWorld(database, UNCHANGED)
  const found = new Map<CallBatch, Set<number>>()
  for (const batch of batches) {
    const { caseRun, actor, real } = batch
    const harmless = new Set<number>()
    onCase(caseRun.case.path)
    for (const [point, calls] of Map.groupBy(sentBy(caseRun).entries(), ([, call]) => call.point)) {
      const plain = await runAs(caseRun, actor, usualCalls(point))
      const usual = plain.map(digest => textWithoutSent(caseRun, digest, PLAIN_WORD))
      for (const [index, { text }] of calls) {
        const digest = real[index]
        if (digest && (isEmptyResult(digest) || usual.includes(textWithoutSent(caseRun, digest, text))))
          harmless.add(index)
      }
    }
    found.set(batch, harmless)
  }
  return found
}

/** The results of calls that the actor makes in the world that is open. */
export async function runAs({ program }: CaseRun, { context }: Actor, calls: Parameters[]): Promise<ResultDigest[]> {
  return calls.length === 0 ? [] : program.run(calls.map(parameters => [{ context, parameters }]))
}

/** The result as text, or the error without the sent text, which the message may repeat. */
function textWithoutSent(caseRun: CaseRun, digest: ResultDigest, text: string): string {
  if (digest.error === undefined) return digestText(digest, isOrdered(caseRun))
  return `${digest.error} ${digest.message?.replaceAll(text, '')}`
}
