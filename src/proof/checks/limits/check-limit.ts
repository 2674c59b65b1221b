// Finds out how many rows come back in one call where there are thousands of permitted rows.

import { type CaseRun, isBroken, isOpen } from '../../cases/case-run.ts'
import type { RowCount } from '../../cases/findings.ts'
import type { Step } from '../../cases/kind.ts'
import { digestText } from '../../cases/outcome.ts'
import { linkFloods } from '../../database/flood-tables.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { RulePlan } from '../../plan/plan.ts'
import { shownCall, shownOutcome } from '../../witness/shown.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { copiedFamilies, copiedTables } from '../../worlds/row-copies.ts'
import type { WorldBuild } from '../../worlds/world.ts'
import type { Check, Observation, ProofRun } from '../check.ts'
import { countRows } from './count-rows.ts'
import { floodFor } from './flood-for.ts'
import { type SizedCall, sizedCalls } from './sized-calls.ts'
import { storedLists } from './stored-lists.ts'

/** How many more copies are made than the limit allows rows. */
const SURPLUS = 20

/** Makes the calls in `works` among many copies of permitted rows, for each rule that has `max_rows`. */
export const limit: Check = {
  name: 'limit',
  needs: ['workKeys'],
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
  for (const build of floods(database, group, rule, limit)) {
    yield* countIn(proofRun, group.filter(isOpen), rule, limit, build(), counts)
    if (group.some(caseRun => countOf(caseRun) >= limit)) break
  }
  // A case may list the links of one row, such as the tags of a ticket, beside a list that is full already.
  for (const { linkTables, flood } of rule.isFloodGuessed ? linkFloods(database.tables) : []) {
    const mayList = (caseRun: CaseRun) =>
      countOf(caseRun) < limit || linkTables.some(table => caseRun.program.facts.names(table))
    const linking = group.filter(caseRun => isOpen(caseRun) && !isBroken(caseRun, rule.id) && mayList(caseRun))
    if (linking.length === 0) continue
    const build = copiedFamilies(database, flood, limit + SURPLUS, workKeys(group))
    yield* countIn(proofRun, linking, rule, limit, build, counts)
  }
  // One good case that fills its page shows that there are enough copies; another may stop earlier.
  const good = group.filter(caseRun => caseRun.case.label === 'good')
  const isEnough = good.some(caseRun => countOf(caseRun) >= limit)
  for (const [caseRun, count] of counts) {
    if (!isEnough || !good.includes(caseRun)) yield { caseRun, kind: 'row-count', rule: rule.id, count }
  }
}

/**
 * Worlds to try one after the other, until a call fills its page: copies of the first row that each call gave, copies
 * of all these rows, copies with all that belongs to them, and the same in other weeks.
 */
function floods(database: TestDatabase, group: CaseRun[], rule: RulePlan, limit: number): (() => WorldBuild)[] {
  const copies = limit + SURPLUS
  const flood = rule.isFloodGuessed ? floodFor(database, group, rule.flood) : rule.flood
  return [
    () => copiedTables(database, flood, copies, workKeys(group, 1)),
    () => copiedTables(database, flood, copies, workKeys(group)),
    () => copiedFamilies(database, flood, copies, workKeys(group)),
    () => copiedFamilies(database, flood, copies, workKeys(group), { areWeeksApart: true }),
  ]
}

/** The keys of rows that calls in `works` gave; at most so many of each call. */
function workKeys(group: CaseRun[], most = Number.POSITIVE_INFINITY): string[] {
  const known = group.flatMap(({ original, facts }) => (original ?? { facts }).facts.workKeys ?? [])
  return [...new Set(known.flatMap(keys => keys.slice(0, most)))]
}

/** Counts the rows of each case in a world, and writes the counts to `counts`. */
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
    // No rows were counted, which must not look as if few rows came.
    for (const caseRun of caseRuns) if (!counts.has(caseRun)) counts.set(caseRun, { limit, most: 0, unbuilt })
    return
  }
  const stored = await storedLists(database)
  for (const caseRun of caseRuns) {
    proofRun.onCase(caseRun.case.path)
    const calls = await sizedCalls(proofRun, caseRun, limit)
    const found = await countEach(caseRun, calls, stored)
    const most = Math.max(counts.get(caseRun)?.most ?? 0, ...found)
    counts.set(caseRun, { limit, most })
    const call = calls[found.findIndex(count => count > limit)]
    if (!call) {
      yield* countApart(proofRun, caseRun, limit, calls, stored)
      continue
    }
    const witness = async () => {
      const outcome = await caseRun.program.observe([call])
      const count = countRows(outcome, { areGathered: caseRun.program.facts.gathersRows, stored })
      return {
        rule: rule.id,
        call: shownCall(caseRun, call.actor, call.parameters),
        // One row is enough for a witness.
        got: shownOutcome({ ...outcome, rows: outcome.rows.slice(0, 1) }),
        evidence: { rule: rule.id, kind: 'too-many-rows' as const, limit, count },
      }
    }
    yield { caseRun, kind: 'violation', rule: rule.id, witness }
  }
}

/**
 * The parts of a UNION may have limits of their own, and copies of rows be in all of them: they come once. Where the parts
 * give more rows than the limit when equal rows are kept, other rows could come from each part. Nothing is proved of it.
 */
async function* countApart(
  proofRun: ProofRun,
  caseRun: CaseRun,
  limit: number,
  calls: SizedCall[],
  stored: ReadonlySet<string>,
): AsyncGenerator<Observation> {
  const apart = unionsApart(caseRun.case.code)
  if (!caseRun.program.facts.hasInnerLimit || apart === undefined) return
  const program = await proofRun.prepare?.(caseRun, apart)
  if (!program || 'refused' in program) return
  const count = Math.max(0, ...(await countEach({ ...caseRun, program }, calls, stored)))
  if (count <= limit) return
  const reason = `the parts of a UNION give ${count} rows together where equal rows are kept, and ${limit} are allowed; put a limit around the UNION`
  yield { caseRun, kind: 'doubt', reason }
}

/** The code with UNION ALL for each UNION, also in dynamic SQL; undefined where there is none, or where the code may then never end. */
function unionsApart(code: string): string | undefined {
  const apart = code.replace(/\bunion\b(?!\s+all\b)(\s+distinct\b)?/gi, 'union all')
  return apart === code || /\brecursive\b/i.test(code) ? undefined : apart
}

/** How many rows each call gives. Where rows may come in arrays or JSON, the whole result is read to count them. */
async function countEach({ program }: CaseRun, calls: SizedCall[], stored: ReadonlySet<string>): Promise<number[]> {
  // A negative or huge size mostly fails, and a call that fails slows down all calls of its statement.
  const mayFail = ({ parameters }: Step) => Object.values(parameters).some(value => /^(-\d+|\d{9,})$/.test(value ?? ''))
  const run = (some: SizedCall[]) => program.run(some.map(call => [call]))
  const [plain, failing] = [await run(calls.filter(call => !mayFail(call))), await run(calls.filter(mayFail))]
  const digests = calls.map(call => (mayFail(call) ? failing : plain).shift())
  const counts = digests.map(digest => digest?.returnedOrChanged ?? 0)
  if (!program.facts.mayNest) return counts
  const known = new Map<string, number>()
  for (const [index, call] of calls.entries()) {
    const digest = digests[index]
    if (!digest || digest.error !== undefined || counts[index] === 0) continue
    const result = digestText(digest, true)
    counts[index] = known.get(result) ?? counts[index] ?? 0
    if (known.has(result)) continue
    const outcome = await program.observe([call])
    counts[index] = countRows(outcome, { areGathered: program.facts.gathersRows, stored })
    known.set(result, counts[index])
    // Where the first call has no list in its text, the other calls are taken to have none.
    if (counts[index] === digest.returnedOrChanged && !outcome.rows.flat().some(cell => /^\s*[[{]/.test(cell ?? '')))
      break
  }
  return counts
}
