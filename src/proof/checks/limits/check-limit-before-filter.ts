// Finds what many hidden rows change: a limit that is applied before the filter, so that they push permitted rows off a
// page, or a threshold that the seed does not reach, such as `count(*) > 50`. A seed is too small to show that, so hidden
// rows are copied. The copies come after all other rows, and before them, by their keys and some by their times too.

import { type CaseRun, isBroken, isOpen, isOrdered, isSettled } from '../../cases/case-run.ts'
import type { Step } from '../../cases/kind.ts'
import { digestText, type ResultDigest } from '../../cases/outcome.ts'
import { floodOfAll } from '../../database/flood-tables.ts'
import type { HiddenRow } from '../../database/hidden-rows.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { visibleSql } from '../../database/visibility.ts'
import { completeParameters } from '../../inputs/parameters.ts'
import type { ProofPlan, RulePlan } from '../../plan/plan.ts'
import { roleOf, roleParameters } from '../../plan/roles.ts'
import { identifier } from '../../sql/sql-text.ts'
import { inOneOrder, shownCall, shownOutcome } from '../../witness/shown.ts'
import type { Actor } from '../../worlds/actors.ts'
import { type LeftOut, openActorWorld } from '../../worlds/open-actor-world.ts'
import { type ActorWorld, AS_IT_IS, type Comparison } from '../../worlds/world.ts'
import type { Check, Observation, ProofRun } from '../check.ts'
import { sayLeftOut } from '../left-out.ts'
import { floodFor } from './flood-for.ts'
import { hiddenCopies, highCopies } from './hidden-copies.ts'

/** How many more copies are made than the limit allows rows. */
const SURPLUS = 20

/** How many copies are made for thresholds. */
const MANY = 60

/**
 * Makes the calls in `works` among many copies of hidden rows: in several worlds for cases that have a limit in a part of
 * them; in one world with high numbers for all cases whose label is not settled, by one actor of each role.
 */
export const limitBeforeFilter: Check = {
  name: 'limit-before-filter',
  needs: ['order'],
  gives: [],
  seeds: 'first',
  async *run(proofRun, caseRuns) {
    const { plan, tables } = proofRun.database
    const limiting = plan.rules.find(({ maxRows }) => maxRows !== undefined)
    const limited = caseRuns.filter(({ program }) => program.facts.hasInnerLimit)
    const few = { flood: limiting?.flood ?? {}, copies: (limiting?.maxRows ?? 0) + SURPLUS, inTime: SURPLUS }
    const many = { flood: floodOfAll(tables), copies: MANY, inTime: SURPLUS }
    const high: CopyWorlds = (database, hidden) => [highCopies(database, hidden, many)]
    for (const actor of proofRun.actors) {
      const isMine = (caseRun: CaseRun) => isOpen(caseRun) && caseRun.works.some(({ as }) => as === actor.name)
      const own = limited.filter(isMine)
      if (limiting && own.length > 0)
        yield* checkActor(proofRun, actor, own, few.flood, (database, hidden) => hiddenCopies(database, hidden, few))
      const isHigh = (caseRun: CaseRun) => firstOfRoles(plan, caseRun).has(actor.name) && !isSettled(caseRun)
      const unsettled = caseRuns.filter(caseRun => isMine(caseRun) && isHigh(caseRun))
      const flood = floodFor(proofRun.database, unsettled, many.flood)
      yield* checkActor(proofRun, actor, unsettled, flood, high)
    }
  },
}

/** The first actor of each role who makes a call in `works`. */
function firstOfRoles(plan: ProofPlan, { works }: CaseRun): ReadonlySet<string> {
  const roles = roleParameters(plan)
  const byRole = Map.groupBy(works, ({ as }) => roleOf(roles, plan.actors[as] ?? {}))
  return new Set([...byRole.values()].flatMap(([first]) => first?.as ?? []))
}

/** Makes worlds with copies of the rows that rules hide; `hidden` has a list for each rule. */
type CopyWorlds = (database: TestDatabase, hidden: HiddenRow[][]) => ActorWorld[]

type Digests = Map<CaseRun, ResultDigest[]>

async function* checkActor(
  proofRun: ProofRun,
  actor: Actor,
  caseRuns: CaseRun[],
  flood: RulePlan['flood'],
  copyWorlds: CopyWorlds,
): AsyncGenerator<Observation> {
  const { database } = proofRun
  const { rules } = database.plan
  const hiddenBy = ({ id }: RulePlan) => (actor.hidden.get(id) ?? []).filter(({ table }) => table in flood)
  if (caseRuns.length === 0 || rules.every(rule => hiddenBy(rule).length === 0)) return
  const real = (await runIn(proofRun, actor, caseRuns, AS_IT_IS)).digests
  // First among the hidden rows of all rules: a case that gives the same there gives the same for each rule.
  const suspects = new Set<CaseRun>()
  for (const world of copyWorlds(database, rules.map(hiddenBy))) {
    const found = await runIn(proofRun, actor, caseRuns, world)
    yield* sayLeftOut(actor, 'many copies of hidden rows', found.leftOut, caseRuns)
    for (const caseRun of caseRuns) if (differingCall(caseRun, real, found.digests) >= 0) suspects.add(caseRun)
  }
  for (const rule of suspects.size > 0 ? rules : []) {
    const left = [...suspects].filter(caseRun => !isBroken(caseRun, rule.id))
    if (left.length > 0) yield* checkRule(proofRun, actor, rule, hiddenBy(rule), left, real, copyWorlds)
  }
}

async function* checkRule(
  proofRun: ProofRun,
  actor: Actor,
  rule: RulePlan,
  hidden: HiddenRow[],
  caseRuns: CaseRun[],
  real: Digests,
  copyWorlds: CopyWorlds,
): AsyncGenerator<Observation> {
  if (hidden.length === 0) return
  const counts = countsOf(proofRun, actor, rule)
  const visible = (await runIn(proofRun, actor, [], AS_IT_IS, counts)).visible
  for (const world of copyWorlds(proofRun.database, [hidden])) {
    const found = await runIn(proofRun, actor, caseRuns, world, counts)
    // Where the rule shows some of the copies, these are no hidden rows: a difference proves nothing.
    if (found.visible !== visible) continue
    for (const caseRun of caseRuns) {
      const at = differingCall(caseRun, real, found.digests)
      const call = callsOf(caseRun, actor)[at]
      if (!call || isBroken(caseRun, rule.id)) continue
      const [rowsBefore, rowsAfter] = [real, found.digests].map(
        digests => digests.get(caseRun)?.[at]?.returnedOrChanged ?? 0,
      )
      const witness = async () => {
        await using _ = await openActorWorld(proofRun.database, world)
        const outcome = await caseRun.program.observe([call])
        return {
          rule: rule.id,
          call: shownCall(caseRun, actor, call.parameters),
          got: shownOutcome(inOneOrder(caseRun, outcome)),
          evidence: {
            rule: rule.id,
            kind: 'limit-before-filter' as const,
            rowsBefore: rowsBefore ?? 0,
            rowsAfter: rowsAfter ?? 0,
          },
        }
      }
      yield { caseRun, kind: 'violation', rule: rule.id, witness }
    }
  }
}

/** The most calls of an actor that end in an error and are made. */
const MOST_FAILING = 4

/** The calls in `works`, and some that end in an error of the code: its message may depend on how many rows there are. */
function callsOf({ query, works, facts, callPlan }: CaseRun, { name, context }: Actor): Step[] {
  const working = works
    .filter(({ as }) => as === name)
    .map(({ parameters }) => ({ context, parameters: completeParameters(query, parameters) }))
  const digests = facts.digests?.get(name) ?? []
  const failing = [...digests.keys()].filter(nth => digests[nth]?.isRaised)
  const byMessage = Map.groupBy(failing, nth => digests[nth]?.message?.replace(/\d+/g, '0'))
  const chosen = [...byMessage.values()].slice(0, MOST_FAILING)
  const calls = callPlan.callsOf(name)
  return [...working, ...chosen.map(([nth = -1]) => ({ context, parameters: calls[nth] ?? {} }))]
}

/** The results of the calls in a world, how many rows the rule shows there, and what the world leaves out. */
async function runIn(
  { database, onCase }: ProofRun,
  actor: Actor,
  caseRuns: CaseRun[],
  actorWorld: ActorWorld,
  counts: string[] = [],
): Promise<{ digests: Digests; visible: string; leftOut: LeftOut[] }> {
  await using world = await openActorWorld(database, actorWorld)
  if (world.unbuilt !== undefined) {
    const leftOut = [...new Set(actorWorld.hidden.map(({ table }) => table))]
    return { digests: new Map(), visible: '', leftOut: leftOut.map(table => ({ table, because: world.unbuilt ?? '' })) }
  }
  const rows = counts.length > 0 ? await database.session.run(counts.join(';\n')) : []
  const digests: Digests = new Map()
  for (const caseRun of caseRuns) {
    onCase(caseRun.case.path)
    digests.set(caseRun, await caseRun.program.run(callsOf(caseRun, actor).map(call => [call])))
  }
  return { digests, visible: JSON.stringify(rows.map(one => one.rows)), leftOut: world.leftOut }
}

/** The queries that count the rows which the rule shows. */
function countsOf({ database }: ProofRun, { context }: Actor, rule: RulePlan): string[] {
  return Object.keys(rule.rows).flatMap(table => {
    const visible = table === '*' ? undefined : visibleSql(database, rule, table, context)
    return visible === undefined ? [] : `select count(*) from ${identifier(table)} where ${visible}`
  })
}

/** What an error tells must be the same among many hidden rows too. */
const COMPARISON: Comparison = { ignored: new Set(), messages: 'values' }

/** The position of the first call whose results differ; -1 where none do. */
function differingCall(caseRun: CaseRun, real: Digests, other: Digests): number {
  const text = (digest: ResultDigest | undefined) => digest && digestText(digest, isOrdered(caseRun), COMPARISON)
  return (real.get(caseRun) ?? []).findIndex((digest, nth) => {
    const theirs = other.get(caseRun)?.[nth]
    return theirs !== undefined && text(digest) !== text(theirs)
  })
}
