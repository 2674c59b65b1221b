// Changes one row of the seed at a time, around the calls that work, and compares a good case with another good case of its
// query. A call that gives something else there is judged in worlds, as on every seed. A flaw shows where code and rule part: at
// one more day, another state, a second membership. Random rows come there by luck; this goes from each call that works to all
// rows that are one step away.

import { sampleEvenly } from '../../../lib/sample-evenly.ts'
import type { CaseRun } from '../../cases/case-run.ts'
import type { Program } from '../../cases/kind.ts'
import type { ResultDigest } from '../../cases/outcome.ts'
import { completeParameters, type Parameters } from '../../inputs/parameters.ts'
import type { QueryPlan } from '../../plan/plan.ts'
import { readLabels } from '../../postgres/labels.ts'
import { coarseTimesIn } from '../../sql/coarse-time.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED, type WorldBuild } from '../../worlds/world.ts'
import type { Check, Observation, ProofRun } from '../check.ts'
import { type AreAlike, comparison } from './alike.ts'
import { type ChosenChange, callsFor, chooseChanges, type Labels } from './choose-changes.ts'
import { judgeSuspects, type NamedCall, type Suspect } from './judge-suspects.ts'
import { type MatteringRow, matteringRows, valuesOf } from './mattering-rows.ts'
import { changeBuild } from './row-changes.ts'
import { type StoppingChange, splitRows } from './split-rows.ts'

/** How many changes are tried around a query that only reads, and around one that may write. */
const MOST_CHANGES = { reads: 400, writes: 260 }

/** How many calls are made beside those in `works`: other actors send the same, and the actors of `works` something else. */
const MOST_OTHER_CALLS = 60

export const neighbours: Check = {
  name: 'neighbours',
  needs: ['order'],
  gives: [],
  seeds: 'first',
  searchesFurther: true,
  async *run(proofRun, caseRuns) {
    const labels = labelsByColumn(await readLabels(proofRun.database.session))
    for (const [query, group] of Map.groupBy(caseRuns, caseRun => caseRun.query)) {
      const pairs: Pair[] = []
      for (const caseRun of group) {
        const reference = await referenceOf(proofRun, caseRun, group)
        if (reference) pairs.push({ caseRun, reference })
      }
      if (pairs.length > 0) yield* aroundQuery(proofRun, query, pairs, labels)
    }
  },
}

/** A case, and the program of the other good case that it is compared with. */
interface Pair {
  caseRun: CaseRun
  reference: Program
}

async function referenceOf({ prepare }: ProofRun, caseRun: CaseRun, group: CaseRun[]): Promise<Program | undefined> {
  const { reference, label } = caseRun.case
  if (reference === undefined || label !== 'good') return undefined
  const same = group.find(other => other.case.code === reference)?.program
  const program = same ?? (await prepare?.(caseRun, reference))
  return program && 'refused' in program ? undefined : program
}

async function* aroundQuery(
  proofRun: ProofRun,
  query: QueryPlan,
  pairs: Pair[],
  labels: Labels,
): AsyncGenerator<Observation> {
  const { database } = proofRun
  const programs = [...new Set(pairs.flatMap(({ caseRun, reference }) => [reference, caseRun.program]))]
  const works = callsOfWorks(proofRun, query)
  const calls = [...works, ...otherCalls(proofRun, query, pairs)]
  const rows: MatteringRow[] = []
  for (const program of programs) {
    // The programs do the same, mostly. For a table that an earlier one reads, it is not asked again.
    const isRead = (table: string) => database.hasViews || database.hasFunctions || program.facts.names(table)
    const isNew = (table: string) => !rows.some(row => row.table === table)
    const tables = Object.keys(database.plan.vary).filter(table => isRead(table) && isNew(table))
    rows.push(...(await matteringRows(database, program, works, tables)))
  }
  const inCode = {
    literals: [...new Set(programs.flatMap(({ facts }) => facts.literals))],
    coarse: new Set(pairs.flatMap(({ caseRun }) => coarseTimesIn(caseRun.case.code)).flatMap(({ near }) => [...near])),
  }
  const most = programs.every(({ facts }) => facts.readsOnly) ? MOST_CHANGES.reads : MOST_CHANGES.writes
  const runAll = (build: WorldBuild, made: NamedCall[]) => runPrograms(proofRun, pairs, programs, build, made)
  const before = await runAll(UNCHANGED, calls)
  const alike = new Map(
    pairs.map(({ caseRun, reference }): [CaseRun, AreAlike] => {
      const [own, other] = [caseRun.program, reference].map(program => before.get(program) ?? [])
      return [caseRun, comparison(own ?? [], other ?? [], works.length, caseRun.program.facts.asksForOrder)]
    }),
  )
  const suspects = new Map<CaseRun, Suspect[]>()
  const values = calls.map(valuesOf)
  const stopping: StoppingChange[] = []
  const tryChange = async (change: ChosenChange, tried: number[]) => {
    const made = tried.flatMap(at => calls[at] ?? [])
    const digests = await runAll(changeBuild(database, change), made)
    for (const { caseRun, reference } of pairs) {
      const [own, other] = [caseRun.program, reference].map(program => digests.get(program) ?? [])
      const differs = (at: number, position: number) => {
        const [one, beside] = [own?.[at], other?.[at]]
        return one !== undefined && beside !== undefined && alike.get(caseRun)?.(position, one, beside) === false
      }
      const differing = [...tried.keys()].filter(at => differs(at, tried[at] ?? 0))
      if (differing.length === 0) continue
      const givesMore = differing.some(at => givesLess(other?.[at], own?.[at]))
      const suspect = { change, calls: differing.flatMap(at => made[at] ?? []), givesMore }
      suspects.set(caseRun, [...(suspects.get(caseRun) ?? []), suspect])
    }
    const [first] = programs
    const [earlier, now] = [before, digests].map(all => (first && all.get(first)) ?? [])
    const stopped = tried.filter((position, at) => givesLess(now?.[at], earlier?.[position]))
    if (stopped.length > 0) stopping.push({ change, stopped })
  }
  const changes = await chooseChanges(database, rows, calls, labels, inCode, most)
  for (const [nth, change] of changes.entries()) await tryChange(change, callsFor(change, values, nth))
  for (const { change, stopped } of splitRows(database, stopping)) await tryChange(change, stopped)
  for (const [caseRun, found] of suspects) yield* judgeSuspects(proofRun, caseRun, found)
}

/** Whether one result has fewer rows than another. */
function givesLess(one: ResultDigest | undefined, other: ResultDigest | undefined): boolean {
  return one !== undefined && one.returnedOrChanged < (other?.returnedOrChanged ?? 0)
}

/** By program, what the calls give in a world; nothing where the world cannot be built. */
async function runPrograms(
  { database, onCase }: ProofRun,
  pairs: Pair[],
  programs: Program[],
  build: WorldBuild,
  calls: NamedCall[],
): Promise<Map<Program, ResultDigest[]>> {
  await using world = await openWorld(database, build)
  const found = new Map<Program, ResultDigest[]>()
  for (const program of world.unbuilt === undefined ? programs : []) {
    const owner = pairs.find(({ caseRun }) => caseRun.program === program) ?? pairs[0]
    onCase(owner?.caseRun.case.path ?? '')
    found.set(program, await program.run(calls.map(call => [call])))
  }
  return found
}

function toCall({ database }: ProofRun, query: QueryPlan, actor: string, parameters: Parameters): NamedCall {
  return {
    actor,
    context: database.plan.actors[actor] ?? {},
    parameters: completeParameters(query, parameters),
  }
}

function callsOfWorks(proofRun: ProofRun, query: QueryPlan): NamedCall[] {
  return query.works.map(({ as, parameters }) => toCall(proofRun, query, as, parameters))
}

/** Calls that mostly give nothing: the actors of `works` send something else, and other actors send the same. */
function otherCalls(proofRun: ProofRun, query: QueryPlan, [pair]: Pair[]): NamedCall[] {
  const plan = pair?.caseRun.callPlan
  if (!plan) return []
  const workers = [...new Set(query.works.map(({ as }) => as))]
  const strangers = Object.keys(proofRun.database.plan.actors).filter(name => !workers.includes(name))
  const varied = workers.flatMap(name =>
    plan
      .callsOf(name)
      .slice(plan.base.length, plan.usualCount(name))
      .map(parameters => toCall(proofRun, query, name, parameters)),
  )
  const same = [...workers, ...strangers].flatMap(name =>
    plan.base.map(parameters => toCall(proofRun, query, name, parameters)),
  )
  return [...sampleEvenly(varied, MOST_OTHER_CALLS / 2), ...sampleEvenly(same, MOST_OTHER_CALLS / 2)]
}

function labelsByColumn(all: Awaited<ReturnType<typeof readLabels>>): Labels {
  const found = new Map<string, string[]>()
  for (const { table, column, labels } of all)
    found.set(`${table}.${column}`, [...(found.get(`${table}.${column}`) ?? []), ...labels])
  return found
}
