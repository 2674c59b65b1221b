// Changes one row of the seed at a time, around the calls that work, and compares a good case with another good case of its
// query. A call that gives something else there is judged in worlds, as on every seed. A flaw shows where code and rule part: at
// one more day, another state, a second membership. Random rows come there by luck; this goes from each call that works to all
// rows that are one step away.

import { type CaseRun, isOpen, isSettled } from '../../cases/case-run.ts'
import type { Program, Step } from '../../cases/kind.ts'
import { digestText, type ResultDigest } from '../../cases/outcome.ts'
import { completeParameters } from '../../inputs/parameters.ts'
import type { QueryPlan } from '../../plan/plan.ts'
import { readLabels } from '../../postgres/labels.ts'
import { makeActors } from '../../worlds/actors.ts'
import { openBase, openWorld } from '../../worlds/open-world.ts'
import type { Check, Observation, ProofRun } from '../check.ts'
import { limit } from '../limits/check-limit.ts'
import { order } from '../order/check-order.ts'
import { CHOICE_FOR_CASES } from '../worlds/choose-calls.ts'
import { compareBatches } from '../worlds/compare-batches.ts'
import { runBatches } from '../worlds/run-batches.ts'
import { type ChosenChange, chooseChanges, type Labels } from './choose-changes.ts'
import { matteringRows } from './mattering-rows.ts'
import { changeBuild, changeToJudge, describeChange } from './row-changes.ts'

/** How many changes are tried around a query that only reads, and around one that may write. */
const MOST_CHANGES = { reads: 600, writes: 300 }

/** How many calls are made that the changed row does not matter to. */
const OTHER_CALLS = 4

/** The most changes with which a case is judged. */
const MOST_JUDGED = 24

/** The most changes with which the rows of a case are counted among thousands. */
const MOST_COUNTED = 3

/** A call of an actor. */
interface NamedCall extends Step {
  actor: string
}

export const neighbours: Check = {
  name: 'neighbours',
  needs: ['order'],
  gives: [],
  seeds: 'first',
  searchesFurther: true,
  async *run(proofRun, caseRuns) {
    const { database, prepare } = proofRun
    const labels = labelsByColumn(await readLabels(database.session))
    for (const [query, group] of Map.groupBy(caseRuns, ({ query: one }) => one)) {
      const pairs: Pair[] = []
      for (const caseRun of group) {
        const { reference, label } = caseRun.case
        if (reference === undefined || label !== 'good') continue
        const same = group.find(other => other.case.code === reference)?.program
        const other = same ?? (await prepare?.(caseRun, reference))
        if (other && !('refused' in other)) pairs.push({ caseRun, reference: other })
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

/** A change with which some calls of a case give something else than those of its reference. */
interface Suspect {
  change: ChosenChange
  calls: NamedCall[]
  /** More rows came than from the reference: a row may come once for each of its copies. */
  givesMore: boolean
}

async function* aroundQuery(
  proofRun: ProofRun,
  query: QueryPlan,
  pairs: Pair[],
  labels: Labels,
): AsyncGenerator<Observation> {
  const { database } = proofRun
  const calls = callsAround(proofRun, query, pairs[0]?.caseRun)
  const programs = [...new Set(pairs.flatMap(({ caseRun, reference }) => [reference, caseRun.program]))]
  const [first] = programs
  const works = query.works.length
  if (!first || calls.length === 0) return
  const tables = Object.keys(database.plan.vary).filter(
    table => database.hasViews || database.hasFunctions || programs.some(({ facts }) => facts.names(table)),
  )
  const rows = await matteringRows(database, first, calls.slice(0, works), tables)
  const known = {
    literals: [...new Set(programs.flatMap(({ facts }) => facts.literals))],
    trusted: [...new Set(calls.flatMap(({ context }) => Object.values(context)))].filter(value => value !== null),
  }
  const most = programs.every(({ facts }) => facts.readsOnly) ? MOST_CHANGES.reads : MOST_CHANGES.writes
  const suspects = new Map<CaseRun, Suspect[]>()
  for (const [nth, change] of (await chooseChanges(database, rows, labels, known, most)).entries()) {
    const chosen = callsFor(calls, works, change, nth)
    await using world = await openWorld(database, changeBuild(database, change))
    if (world.unbuilt !== undefined) continue
    const digests = new Map<Program, ResultDigest[]>()
    for (const program of programs) {
      const owner = pairs.find(({ caseRun }) => caseRun.program === program)?.caseRun ?? pairs[0]?.caseRun
      proofRun.onCase(owner?.case.path ?? '')
      digests.set(program, await program.run(chosen.map(call => [call])))
    }
    for (const { caseRun, reference } of pairs) {
      const isOrdered = caseRun.program.facts.asksForOrder
      const [own, other] = [caseRun.program, reference].map(program => digests.get(program) ?? [])
      const text = (digest: ResultDigest | undefined) => digest && digestText(digest, isOrdered)
      const differing = [...chosen.keys()].filter(at => text(own?.[at]) !== text(other?.[at]))
      const count = (digest: ResultDigest | undefined) => digest?.returnedOrChanged ?? 0
      const givesMore = differing.some(at => count(own?.[at]) > count(other?.[at]))
      const suspect = { change, calls: differing.flatMap(at => chosen[at] ?? []), givesMore }
      if (differing.length > 0) suspects.set(caseRun, [...(suspects.get(caseRun) ?? []), suspect])
    }
  }
  for (const [caseRun, found] of suspects) yield* judgeSuspects(proofRun, caseRun, found)
}

/** The calls in `works`, then those of other actors who send the same. */
function callsAround({ database, seed }: ProofRun, query: QueryPlan, caseRun: CaseRun | undefined): NamedCall[] {
  const { actors } = database.plan
  void seed
  const toCall = (actor: string, parameters: Step['parameters']) => ({
    actor,
    context: actors[actor] ?? {},
    parameters: completeParameters(query, parameters),
  })
  const works = query.works.map(({ as, parameters }) => toCall(as, parameters))
  const others = Object.keys(actors).flatMap(actor =>
    (caseRun?.callPlan.base ?? []).map(parameters => toCall(actor, parameters)),
  )
  return [...works, ...others]
}

/** The calls that the row matters to, and some others, which are others for each change. */
function callsFor(calls: NamedCall[], works: number, { calls: mattering }: ChosenChange, nth: number): NamedCall[] {
  const others = Array.from({ length: OTHER_CALLS }, (_, at) => (nth * OTHER_CALLS + at) % calls.length)
  const own = mattering.length > 0 ? mattering : Array.from({ length: Math.min(works, 4) }, (_, at) => (nth + at) % works)
  return [...new Set([...own, ...others])].flatMap(at => calls[at] ?? [])
}

/** Judges the calls that differ, change by change: first of columns that were not judged before. */
async function* judgeSuspects(proofRun: ProofRun, caseRun: CaseRun, suspects: Suspect[]): AsyncGenerator<Observation> {
  const { database } = proofRun
  const byColumn = Map.groupBy(suspects, ({ change }) => `${change.table}.${change.column} ${change.isCopy}`)
  const rounds = Math.max(...[...byColumn.values()].map(list => list.length))
  const inTurn = Array.from({ length: rounds }, (_, nth) => [...byColumn.values()].flatMap(list => list[nth] ?? []))
  let counted = 0
  for (const { change, calls, givesMore } of inTurn.flat().slice(0, MOST_JUDGED)) {
    if (!isOpen(caseRun) || isSettled(caseRun)) return
    await using base = await openBase(database, changeToJudge(database, change))
    if (base.unbuilt !== undefined) continue
    const byActor = Map.groupBy(calls, ({ actor }) => actor)
    const contexts = [...byActor].map(([name, [call]]) => [name, call?.context ?? {}] as const)
    const actors = await makeActors(database, Object.fromEntries(contexts))
    const run = { ...proofRun, actors }
    const said = describeChange(change, change.location)
    for await (const observation of judge(run)) {
      if (observation.kind !== 'violation') {
        yield observation
        continue
      }
      const { witness } = observation
      yield {
        ...observation,
        witness: async () => {
          const made = await witness()
          return made && made !== 'unconfirmed' ? { ...made, seed: `${proofRun.seed}, with ${said}` } : made
        },
      }
    }
    async function* judge(judged: ProofRun): AsyncGenerator<Observation> {
      yield* order.run(judged, [caseRun])
      if (!isOpen(caseRun)) return
      const batches = yield* runBatches(judged, actors, [caseRun], (_, { name }) =>
        (byActor.get(name) ?? []).map(({ parameters }) => parameters),
      )
      for (const actor of actors) yield* compareBatches(judged, actor, batches, CHOICE_FOR_CASES)
      if (!givesMore || counted++ >= MOST_COUNTED) return
      for await (const observation of limit.run(judged, [caseRun])) if (observation.kind === 'violation') yield observation
    }
  }
}

function labelsByColumn(all: Awaited<ReturnType<typeof readLabels>>): Labels {
  const found = new Map<string, string[]>()
  for (const { table, column, labels } of all)
    found.set(`${table}.${column}`, [...(found.get(`${table}.${column}`) ?? []), ...labels])
  return found
}
