// Thousands of permitted rows: how many come back in one call?

import { type CaseRun, isBroken, isOpen } from '../../cases/case-run.ts'
import type { RowCount } from '../../cases/findings.ts'
import type { Step } from '../../cases/kind.ts'
import { linkFloods } from '../../database/flood-tables.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { completeParameters } from '../../inputs/parameters.ts'
import type { RulePlan } from '../../plan/plan.ts'
import { shownCall, shownOutcome } from '../../witness/shown.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { copiedFamilies, copiedTables } from '../../worlds/row-copies.ts'
import type { WorldBuild } from '../../worlds/world.ts'
import { actorOf, type Check, type Observation, type ProofRun } from '../check.ts'
import { countRows } from './count-rows.ts'
import { storedLists } from './stored-lists.ts'

/** More copies than the limit, by this many. */
const SURPLUS = 20

export const limit: Check = {
  name: 'limit',
  needs: ['permittedKeys'],
  gives: [],
  seeds: 'first',
  async *run(proofRun, caseRuns) {
    for (const rule of proofRun.database.plan.rules) {
      for (const [query, group] of Map.groupBy(caseRuns, caseRun => caseRun.query)) {
        const most = query.maxRows === undefined ? rule.maxRows : query.maxRows
        if (rule.maxRows === undefined || most === null || most === undefined) continue
        yield* checkRule(proofRun, group, rule, most)
      }
    }
  },
}

async function* checkRule(
  proofRun: ProofRun,
  group: CaseRun[],
  rule: RulePlan,
  limit: number,
): AsyncGenerator<Observation> {
  const { database } = proofRun
  const counts = new Map<CaseRun, RowCount>()
  const countOf = (caseRun: CaseRun) => counts.get(caseRun)?.most ?? 0
  for (const build of builds(database, group, rule, limit)) {
    yield* countIn(proofRun, group.filter(isOpen), rule, limit, build(), counts)
    if (group.some(caseRun => countOf(caseRun) >= limit)) break
  }
  // A case may list links, whatever the others list, and beside another list that has filled its page.
  for (const { linkTables, flood } of rule.isFloodGuessed ? linkFloods(database.tables) : []) {
    const mayList = (caseRun: CaseRun) =>
      countOf(caseRun) < limit || linkTables.some(table => caseRun.program.facts.names(table))
    const linking = group.filter(caseRun => isOpen(caseRun) && !isBroken(caseRun, rule.id) && mayList(caseRun))
    if (linking.length === 0) continue
    const build = copiedFamilies(database, flood, limit + SURPLUS, permittedKeys(group))
    yield* countIn(proofRun, linking, rule, limit, build, counts)
  }
  // One good case that fills its page shows that there are enough copies; another may stop earlier.
  const good = group.filter(caseRun => caseRun.case.label === 'good')
  const isEnough = good.some(caseRun => countOf(caseRun) >= limit)
  for (const [caseRun, count] of counts) {
    if (!isEnough || !good.includes(caseRun)) yield { caseRun, kind: 'row-count', rule: rule.id, count }
  }
}

/** Copies of the first row that each call may give, mostly; of all of them where these cannot be copied; then with all that hangs on them. */
function builds(database: TestDatabase, group: CaseRun[], { flood }: RulePlan, limit: number): (() => WorldBuild)[] {
  const copies = limit + SURPLUS
  return [
    () => copiedTables(database, flood, copies, permittedKeys(group, 1)),
    () => copiedTables(database, flood, copies, permittedKeys(group)),
    () => copiedFamilies(database, flood, copies, permittedKeys(group)),
  ]
}

function permittedKeys(group: CaseRun[], most = Number.POSITIVE_INFINITY): string[] {
  const known = group.flatMap(({ original, facts }) => (original ?? { facts }).facts.permittedKeys ?? [])
  return [...new Set(known.flatMap(keys => keys.slice(0, most)))]
}

async function* countIn(
  proofRun: ProofRun,
  caseRuns: CaseRun[],
  rule: RulePlan,
  limit: number,
  build: WorldBuild,
  counts: Map<CaseRun, RowCount>,
): AsyncGenerator<Observation> {
  const { database } = proofRun
  await using world = await openWorld(database, build)
  const { unbuilt } = world
  if (unbuilt !== undefined) {
    // Nobody has counted: that must not look as if few came.
    for (const caseRun of caseRuns) if (!counts.has(caseRun)) counts.set(caseRun, { limit, most: 0, unbuilt })
    return
  }
  const stored = await storedLists(database)
  for (const caseRun of caseRuns) {
    proofRun.onCase(caseRun.case.path)
    const calls = callsOf(proofRun, caseRun, limit)
    const found = await countEach(caseRun, calls, stored)
    const most = Math.max(counts.get(caseRun)?.most ?? 0, ...found)
    counts.set(caseRun, { limit, most })
    const call = calls[found.findIndex(count => count > limit)]
    if (!call) continue
    const witness = async () => {
      const outcome = await caseRun.program.observe([call])
      const count = countRows(outcome, { areGathered: caseRun.program.facts.gathersRows, stored })
      return {
        rule: rule.id,
        call: shownCall(caseRun, call.actor, call.parameters),
        // One row is enough of so many.
        got: shownOutcome({ ...outcome, rows: outcome.rows.slice(0, 1) }),
        evidence: { rule: rule.id, kind: 'too-many-rows' as const, limit, count },
      }
    }
    yield { caseRun, kind: 'violation', rule: rule.id, witness }
  }
}

type SizedCall = Step & { actor: Pick<Actor, 'name' | 'context'> }

/** The calls that work, and the first of them with page sizes that make no sense. */
function callsOf(proofRun: ProofRun, { query }: CaseRun, limit: number): SizedCall[] {
  const works = query.works.map(({ as, parameters }) => {
    const actor = actorOf(proofRun, as)
    return { actor, context: actor.context, parameters: completeParameters(query, parameters) }
  })
  // A number that comes from no column may be the page size, whether or not it is said to be.
  const sizes = query.parameters.filter(
    ({ isLimit, columns, type }) => isLimit || (columns.length === 0 && /^(small|big)?int(eger)?$/.test(type ?? '')),
  )
  const sized = works.slice(0, 1).flatMap(call =>
    sizes.flatMap(({ name }) =>
      [null, '-1', '1000000', String(limit + 1)].map(size => ({
        ...call,
        parameters: { ...call.parameters, [name]: size },
      })),
    ),
  )
  return [...works, ...sized]
}

/** Rows can come in an array or in JSON too: then the whole result is looked at. */
async function countEach({ program }: CaseRun, calls: SizedCall[], stored: ReadonlySet<string>): Promise<number[]> {
  // A size of -1 mostly fails, and one that fails slows down the others.
  const isOdd = ({ parameters }: Step) => Object.values(parameters).includes('-1')
  const run = (some: SizedCall[]) => program.run(some.map(call => [call]))
  const [plain, odd] = [await run(calls.filter(call => !isOdd(call))), await run(calls.filter(isOdd))]
  const digests = calls.map(call => (isOdd(call) ? odd : plain).shift())
  const counts = digests.map(digest => digest?.count ?? 0)
  if (!program.facts.mayNest) return counts
  for (const [index, call] of calls.entries()) {
    if (digests[index]?.error !== undefined || counts[index] === 0) continue
    const outcome = await program.observe([call])
    counts[index] = countRows(outcome, { areGathered: program.facts.gathersRows, stored })
    // Text that holds no list in the first call holds none in the others.
    if (counts[index] === digests[index]?.count && !outcome.rows.flat().some(cell => /^\s*[[{]/.test(cell ?? ''))) break
  }
  return counts
}
