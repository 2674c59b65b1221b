// Finds a limit that is applied before the filter: many hidden rows then push permitted rows off a page. A seed is too
// small to show that, so hidden rows are copied. The copies come after all other rows, and before them, by their keys
// and some by their times too.

import { type CaseRun, isBroken, isOpen, isOrdered } from '../../cases/case-run.ts'
import type { Step } from '../../cases/kind.ts'
import { digestText, type ResultDigest } from '../../cases/outcome.ts'
import type { HiddenRow } from '../../database/hidden-rows.ts'
import { visibleSql } from '../../database/visibility.ts'
import { completeParameters } from '../../inputs/parameters.ts'
import type { RulePlan } from '../../plan/plan.ts'
import { identifier } from '../../sql/sql-text.ts'
import { inOneOrder, shownCall, shownOutcome } from '../../witness/shown.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED, type WorldBuild } from '../../worlds/world.ts'
import type { Check, Observation, ProofRun } from '../check.ts'
import { type HiddenCopies, hiddenCopies } from './hidden-copies.ts'

/** How many more copies are made than the limit allows rows. */
const SURPLUS = 20

/** Makes the calls in `works` among many copies of hidden rows, for cases that have a limit in a part of them. */
export const limitBeforeFilter: Check = {
  name: 'limit-before-filter',
  needs: ['order'],
  gives: [],
  seeds: 'first',
  async *run(proofRun, caseRuns) {
    const limiting = proofRun.database.plan.rules.find(({ maxRows }) => maxRows !== undefined)
    const limited = caseRuns.filter(({ program }) => program.facts.hasInnerLimit)
    if (limiting?.maxRows === undefined || limited.length === 0) return
    const copies = { flood: limiting.flood, copies: limiting.maxRows + SURPLUS, inTime: SURPLUS }
    for (const actor of proofRun.actors) {
      const mine = limited.filter(caseRun => isOpen(caseRun) && caseRun.works.some(({ as }) => as === actor.name))
      if (mine.length > 0) yield* checkActor(proofRun, actor, mine, copies)
    }
  },
}

type Digests = Map<CaseRun, ResultDigest[]>

async function* checkActor(
  proofRun: ProofRun,
  actor: Actor,
  caseRuns: CaseRun[],
  copies: HiddenCopies,
): AsyncGenerator<Observation> {
  const { database } = proofRun
  const { rules } = database.plan
  const hiddenBy = ({ id }: RulePlan) => (actor.hidden.get(id) ?? []).filter(({ table }) => table in copies.flood)
  if (rules.every(rule => hiddenBy(rule).length === 0)) return
  const real = (await runIn(proofRun, actor, caseRuns, UNCHANGED))?.digests ?? new Map()
  // First among the hidden rows of all rules: a case that gives the same there gives the same for each rule.
  const suspects = new Set<CaseRun>()
  for (const build of hiddenCopies(database, rules.map(hiddenBy), copies)) {
    const found = await runIn(proofRun, actor, caseRuns, build)
    for (const caseRun of found ? caseRuns : [])
      if (differingCall(caseRun, real, found?.digests) >= 0) suspects.add(caseRun)
  }
  for (const rule of suspects.size > 0 ? rules : []) {
    const left = [...suspects].filter(caseRun => !isBroken(caseRun, rule.id))
    if (left.length > 0) yield* checkRule(proofRun, actor, rule, hiddenBy(rule), left, real, copies)
  }
}

async function* checkRule(
  proofRun: ProofRun,
  actor: Actor,
  rule: RulePlan,
  hidden: HiddenRow[],
  caseRuns: CaseRun[],
  real: Digests,
  copies: HiddenCopies,
): AsyncGenerator<Observation> {
  if (hidden.length === 0) return
  const counts = countsOf(proofRun, actor, rule)
  const visible = (await runIn(proofRun, actor, [], UNCHANGED, counts))?.visible
  for (const build of hiddenCopies(proofRun.database, [hidden], copies)) {
    const found = await runIn(proofRun, actor, caseRuns, build, counts)
    // Where the rule shows some of the copies, these are no hidden rows: a difference proves nothing.
    if (!found || found.visible !== visible) continue
    for (const caseRun of caseRuns) {
      const at = differingCall(caseRun, real, found.digests)
      const call = callsOf(caseRun, actor)[at]
      if (!call || isBroken(caseRun, rule.id)) continue
      const [rowsBefore, rowsAfter] = [real, found.digests].map(
        digests => digests.get(caseRun)?.[at]?.returnedOrChanged ?? 0,
      )
      const witness = async () => {
        await using _ = await openWorld(proofRun.database, build)
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

function callsOf({ query, works }: CaseRun, { name, context }: Actor): Step[] {
  return works
    .filter(({ as }) => as === name)
    .map(({ parameters }) => ({ context, parameters: completeParameters(query, parameters) }))
}

/**
 * The results of the calls in a world, and how many rows the rule shows there. Undefined: the world cannot be built.
 */
async function runIn(
  { database, onCase }: ProofRun,
  actor: Actor,
  caseRuns: CaseRun[],
  build: WorldBuild,
  counts: string[] = [],
): Promise<{ digests: Digests; visible: string } | undefined> {
  await using world = await openWorld(database, build)
  if (world.unbuilt !== undefined) return undefined
  const rows = counts.length > 0 ? await database.session.run(counts.join(';\n')) : []
  const digests: Digests = new Map()
  for (const caseRun of caseRuns) {
    onCase(caseRun.case.path)
    digests.set(caseRun, await caseRun.program.run(callsOf(caseRun, actor).map(call => [call])))
  }
  return { digests, visible: JSON.stringify(rows.map(one => one.rows)) }
}

/** The queries that count the rows which the rule shows. */
function countsOf({ database }: ProofRun, { context }: Actor, rule: RulePlan): string[] {
  return Object.keys(rule.rows).flatMap(table => {
    const visible = table === '*' ? undefined : visibleSql(database, rule, table, context)
    return visible === undefined ? [] : `select count(*) from ${identifier(table)} where ${visible}`
  })
}

/** The position of the first call whose results differ; -1 where none do. */
function differingCall(caseRun: CaseRun, real: Digests, other: Digests | undefined): number {
  const text = (digest: ResultDigest | undefined) => digest && digestText(digest, isOrdered(caseRun))
  return (real.get(caseRun) ?? []).findIndex((digest, nth) => text(digest) !== text(other?.get(caseRun)?.[nth]))
}
