// Judges calls after other calls: a permission is given, then taken, then the document is read. The steps before run in the
// database as it is; what rules hide is found anew after them, and the last call is judged in worlds made for its caller.

import { seededRandom } from '../../../lib/statistics/seeded-random.ts'
import { type CaseRun, isOpen, isSettled } from '../../cases/case-run.ts'
import { DEFAULT_SEQUENCES } from '../../plan/plan.ts'
import type { Check, Observation, ProofRun } from '../check.ts'
import { affectedActors, hiddenRowsOf } from './affected-actors.ts'
import { type Found, failureOf } from './broken-before.ts'
import { extremeSteps } from './extreme-steps.ts'
import { growSequence } from './grow-sequence.ts'
import { judgeOpen, toViolations } from './judge-open.ts'
import { actorsAfter } from './judge-sequence.ts'
import { judgedCalls } from './judged-calls.ts'
import { laterTimes } from './later-times.ts'
import { type OpenSequence, openSequence } from './open-sequence.ts'
import { copiesOf } from './own-tables.ts'
import { planSequences, type SequencePlan } from './plan-sequences.ts'

export const sequences = createCheck('sequences', () => true)

/** The longest of the sequences alone: for the self-test, which plants a flaw that shows behind so many calls. */
export const longestSequences = createCheck(
  'longest-sequences',
  ({ operations }, most) => operations.length === most - 1,
)

function createCheck(name: string, isWanted: (plan: SequencePlan, most: number) => boolean): Check {
  return {
    name,
    needs: ['order', 'givenValues'],
    gives: [],
    seeds: 'first',
    searchesFurther: true,
    async *run(proofRun, caseRuns) {
      for (const operations of Map.groupBy(caseRuns, ({ case: one }) => one).values())
        yield* judgeCase(proofRun, operations, isWanted)
    },
  }
}

/** What the sequences of one case share. */
interface Search {
  operations: CaseRun[]
  times: string[]
  /** By actor, what rules hide from them before any call. */
  hidden: ReadonlyMap<string, ReadonlySet<string>>
  /** The changes of the sequences that were judged: another one with the same changes tells nothing new. */
  known: Set<string>
}

async function* judgeCase(
  proofRun: ProofRun,
  operations: CaseRun[],
  isWanted: (plan: SequencePlan, most: number) => boolean,
): AsyncGenerator<Observation> {
  const [any] = operations
  if (!any) return
  yield* copiesOf(proofRun.database, any)
  const random = seededRandom(`sequences ${proofRun.seed} ${any.query.operation?.of ?? ''}`)
  const most = any.query.operation?.sequences ?? DEFAULT_SEQUENCES
  const search: Search = {
    operations,
    times: await laterTimes(proofRun.database),
    hidden: new Map(proofRun.actors.map(actor => [actor.name, hiddenRowsOf(proofRun.database, actor)])),
    known: new Set(),
  }
  for (const plan of planSequences(operations, most, extremeSteps(proofRun, operations), random)) {
    if (!isWanted(plan, most)) continue
    if (!isOpen(any) || isSettled(any)) return
    yield* toViolations(proofRun, any, yield* judgeSequence(proofRun, search, plan))
  }
}

/** Makes one sequence and judges it. The rules that break are given back, since the sequence must end before it is made again. */
async function* judgeSequence(
  proofRun: ProofRun,
  search: Search,
  plan: SequencePlan,
): AsyncGenerator<Observation, Found[]> {
  await using open = await openNew(proofRun, search, plan)
  if (!open) return []
  const { at } = open
  await open.settle()
  yield* failureOf(proofRun, open)
  const [first] = open.steps
  if (first) yield* copiesOf(proofRun.database, first.caseRun)
  const names = Object.keys(proofRun.database.plan.actors)
  const random = seededRandom(`judged ${plan.draw}`)
  const actors = affectedActors(
    proofRun.database,
    await actorsAfter(proofRun, names, at),
    search.hidden,
    open.steps,
    random,
  )
  return yield* judgeOpen(proofRun, { ...open, at }, actors, search.operations, (caseRun, actor) =>
    judgedCalls(proofRun.database, caseRun, actor, open.steps),
  )
}

/** How often other steps are drawn, where those that were drawn tell nothing new. */
const MOST_DRAWS = 3

/** A sequence that changes something, and something else than those before; undefined where none is found. */
async function openNew(
  proofRun: ProofRun,
  search: Search,
  plan: SequencePlan,
): Promise<(OpenSequence & { at: string | undefined }) | undefined> {
  for (let nth = 1; nth <= MOST_DRAWS; nth++) {
    const open = await openSequence(proofRun)
    const drawn = { ...plan, draw: `${plan.draw} ${nth}` }
    const at = await growSequence(proofRun, search.operations, open, drawn, search.times)
    const isWhole = open.steps.length === plan.operations.length || nth === MOST_DRAWS
    if (isWhole && isNew(proofRun, search, open, at)) return { ...open, at }
    await open[Symbol.asyncDispose]()
  }
  return undefined
}

/** Whether the steps changed something, and something else than those of any sequence before. */
function isNew({ database }: ProofRun, { known }: Search, open: OpenSequence, at: string | undefined): boolean {
  // Who made a change is a part of the log; and what a table of the migration's own holds is in no log.
  const isPlain = !database.ownTables?.length && database.plan.rules.every(({ always }) => always === undefined)
  const text = JSON.stringify([
    at,
    open.steps.map(({ outcome, caseRun, context, parameters }) => [
      outcome.changes,
      ...(isPlain ? [] : [caseRun.query.name, context, parameters]),
    ]),
  ])
  if (!open.hasChanged || known.has(text)) return false
  known.add(text)
  return true
}
