// The check `worlds` for mutants: a mutant is finished at the first rule that it breaks.

import { type CaseRun, isOpen, isOrdered } from '../../cases/case-run.ts'
import { digestText, type ResultDigest } from '../../cases/outcome.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { CallBatch, CallChoice } from '../call-batch.ts'
import { type Check, type ProofRun, unstableResult } from '../check.ts'
import { baseCalls } from '../worlds/choose-calls.ts'
import { compareBatches } from '../worlds/compare-batches.ts'
import { isSameAsFirst } from '../worlds/compare-worlds.ts'
import { runBatches } from '../worlds/run-batches.ts'

/** Most mutants are killed by one of the first actors, so that the calls of the others are not made. */
const ACTORS_AT_ONCE = 3

export const mutantWorlds: Check = {
  name: 'mutant-worlds',
  needs: ['workDigests', 'order'],
  gives: [],
  seeds: 'every',
  async *run(proofRun, mutants) {
    const killsOf = ({ name }: Actor) => proofRun.kills.get(name) ?? 0
    const ordered = proofRun.actors.toSorted((a, b) => killsOf(b) - killsOf(a))
    for (let start = 0; start < ordered.length; start += ACTORS_AT_ONCE) {
      const actors = ordered.slice(start, start + ACTORS_AT_ONCE)
      const open = mutants.filter(isOpen)
      if (open.length === 0) return
      const expected = await runOriginals(proofRun, actors, open)
      const batches = yield* runBatches(proofRun, actors, open, ({ callPlan }, { name }) => callPlan.callsOf(name))
      for (const batch of batches) {
        const { caseRun } = batch
        if (!isSameAsFirst(batch)) yield { caseRun, kind: 'undecided', undecided: unstableResult(caseRun) }
      }
      for (const actor of actors) yield* compareBatches(proofRun, actor, batches, choiceFor(expected))
    }
  },
}

/** The results of the calls of each original, by what the client sent. */
type Expected = Map<CaseRun, Map<Actor, Map<string, ResultDigest>>>

/** The results of the same calls of the originals. Those of a migration are known: it cannot be there together with a mutant. */
async function runOriginals(proofRun: ProofRun, actors: Actor[], mutants: CaseRun[]): Promise<Expected> {
  const expected: Expected = new Map()
  const originals = new Set(mutants.flatMap(({ original }) => original ?? []))
  for (const original of originals) {
    const found = original.facts.digests ?? (await runOriginal(proofRun, original, actors))
    const byCall = ({ name }: Actor) => {
      const calls = original.callPlan.callsOf(name)
      return new Map((found.get(name) ?? []).map((digest, nth) => [JSON.stringify(calls[nth]), digest]))
    }
    expected.set(original, new Map(actors.map(actor => [actor, byCall(actor)])))
  }
  return expected
}

async function runOriginal(
  { database, onCase }: ProofRun,
  { case: one, callPlan, program }: CaseRun,
  actors: Actor[],
): Promise<Map<string, ResultDigest[]>> {
  onCase(one.path)
  await using _ = await openWorld(database, UNCHANGED)
  const digests = new Map<string, ResultDigest[]>()
  for (const { name, context } of actors) {
    const calls = callPlan.callsOf(name)
    digests.set(name, await program.run(calls.map(parameters => [{ context, parameters }])))
  }
  return digests
}

/** The calls in which a mutant differs from its original, and the calls in `works`. */
function choiceFor(expected: Expected): CallChoice {
  return {
    withoutHidden(batch) {
      const { caseRun, actor, calls, real } = batch
      const theirs = caseRun.original && expected.get(caseRun.original)?.get(actor)
      const text = (digest: ResultDigest | undefined) => digest && digestText(digest, isOrdered(caseRun))
      const other = [...real.keys()].filter(
        index => text(real[index]) !== text(theirs?.get(JSON.stringify(calls[index]))),
      )
      return [...new Set([...baseCalls(batch), ...other])]
    },
    withOtherHidden: (batch: CallBatch) => baseCalls(batch),
    withEmptyHidden: () => [],
  }
}
