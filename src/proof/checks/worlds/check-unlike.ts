// On further varied seeds, a case is compared with another good case of its query first. Where both give the same, there is
// nothing to see; a call that gives something else is judged as on every seed. Without worlds a seed costs little, so that
// there can be many: what shows a rare flaw is mostly another draw of rows.

import { type CaseRun, isOpen } from '../../cases/case-run.ts'
import type { Program } from '../../cases/kind.ts'
import { digestText, type ResultDigest } from '../../cases/outcome.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import { makeActors } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { Check, ProofRun } from '../check.ts'
import { order } from '../order/check-order.ts'
import { CHOICE_FOR_CASES } from './choose-calls.ts'
import { compareBatches } from './compare-batches.ts'
import { callsOnVaried } from './compare-worlds.ts'
import { runBatches } from './run-batches.ts'

/** Of the calls that vary those in `works`, one of so many is made on one seed. */
const CALLS_SHARE = 6

/** The most calls of one actor that are judged on one seed. */
const MOST_JUDGED = 12

export const unlike: Check = {
  name: 'unlike',
  needs: [],
  gives: [],
  seeds: 'every',
  async *run(proofRun, caseRuns) {
    const suspects = await findUnlike(proofRun, caseRuns)
    if (suspects.size === 0) return
    const names = new Set([...suspects.values()].flatMap(byActor => [...byActor.keys()]))
    const contexts = Object.entries(proofRun.database.plan.actors).filter(([name]) => names.has(name))
    const actors = await makeActors(proofRun.database, Object.fromEntries(contexts))
    const run = { ...proofRun, actors }
    yield* order.run(run, [...suspects.keys()])
    const open = [...suspects.keys()].filter(isOpen)
    const batches = yield* runBatches(run, actors, open, (caseRun, { name }) => suspects.get(caseRun)?.get(name) ?? [])
    for (const actor of actors) yield* compareBatches(run, actor, batches, CHOICE_FOR_CASES)
  },
}

/** By case and actor, the first calls that give something else than the reference gives; the first of all where there is none. */
async function findUnlike(proofRun: ProofRun, caseRuns: CaseRun[]): Promise<Map<CaseRun, Map<string, Parameters[]>>> {
  const found = new Map<CaseRun, Map<string, Parameters[]>>()
  const programs = new Map(caseRuns.map(caseRun => [programKey(caseRun, caseRun.case.code), caseRun.program]))
  const digests = new Map<Program, Map<string, ResultDigest[]>>()
  for (const caseRun of caseRuns) {
    const calls = callsOf(proofRun, caseRun)
    const reference = await referenceOf(proofRun, caseRun, programs)
    for (const program of [caseRun.program, ...(reference ? [reference] : [])])
      if (!digests.has(program)) digests.set(program, await runCalls(proofRun, caseRun, program, calls))
    const isUnlike = (actor: string, at: number) => {
      const [own, other] = [caseRun.program, reference].map(one => one && digests.get(one)?.get(actor)?.[at])
      const isOrdered = caseRun.program.facts.asksForOrder
      return !own || !other || digestText(own, isOrdered) !== digestText(other, isOrdered)
    }
    const unlikeCalls = [...calls]
      .map(([name, all]) => [name, all.filter((_, at) => isUnlike(name, at)).slice(0, MOST_JUDGED)] as const)
      .filter(([, some]) => some.length > 0)
    if (unlikeCalls.length > 0) found.set(caseRun, new Map(unlikeCalls))
  }
  return found
}

function programKey({ query }: CaseRun, code: string): string {
  return `${query.name} ${code}`
}

/** The program of the other good case; undefined where there is none that runs. */
async function referenceOf(
  { prepare }: ProofRun,
  caseRun: CaseRun,
  programs: Map<string, Program>,
): Promise<Program | undefined> {
  const { reference } = caseRun.case
  if (reference === undefined) return undefined
  const key = programKey(caseRun, reference)
  const program = programs.get(key) ?? (await prepare?.(caseRun, reference))
  if (!program || 'refused' in program) return undefined
  programs.set(key, program)
  return program
}

/** By actor, the calls on a varied seed. */
function callsOf({ database, variation = 0 }: ProofRun, caseRun: CaseRun): Map<string, Parameters[]> {
  const { callPlan } = caseRun
  const names = Object.keys(database.plan.actors)
  return new Map(
    names.map(name => {
      const usual = callPlan.callsOf(name).slice(0, callPlan.usualCount(name))
      return [name, callsOnVaried(caseRun, { name }, usual, variation, CALLS_SHARE)]
    }),
  )
}

/** Makes the calls of all actors. Those of a case that writes are made in a world for each actor: see run-batches.ts. */
async function runCalls(
  { database, onCase }: ProofRun,
  caseRun: CaseRun,
  program: Program,
  calls: Map<string, Parameters[]>,
): Promise<Map<string, ResultDigest[]>> {
  const found = new Map<string, ResultDigest[]>()
  const all = [...calls].filter(([, some]) => some.length > 0)
  for (const group of program.facts.readsOnly ? [all] : all.map(one => [one])) {
    onCase(caseRun.case.path)
    await using _ = await openWorld(database, UNCHANGED)
    const digests = await program.run(
      group.flatMap(([name, some]) =>
        some.map(parameters => [{ context: database.plan.actors[name] ?? {}, parameters }]),
      ),
    )
    for (const [name, some] of group) found.set(name, digests.splice(0, some.length))
  }
  return found
}
