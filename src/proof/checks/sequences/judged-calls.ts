// The calls that are judged after the steps of a sequence, and who makes them.

import type { CaseRun } from '../../cases/case-run.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { completeParameters, type Parameters } from '../../inputs/parameters.ts'
import { aboutSameRows, type Sent } from './relate-values.ts'
import type { PerformedStep } from './step.ts'

/** How many calls of an actor and operation are judged: of one that reads, and of one that may write. */
const MOST = { reading: 5, writing: 3 }

/** The calls of an actor: those about rows of the steps, those of `works` that are theirs, and those of others. */
export function judgedCalls(
  database: TestDatabase,
  { query, callPlan, works, program }: CaseRun,
  actor: string,
  steps: readonly PerformedStep[],
): Sent[] {
  const own = works.filter(({ as }) => as === actor).map(({ parameters }) => completeParameters(query, parameters))
  const starts = own.length > 0 ? own : callPlan.base.slice(0, 1)
  const related = steps.flatMap((step, from) =>
    starts.slice(0, 2).flatMap(parameters => aboutSameRows(database, { query, actor, parameters }, step, from)),
  )
  const plain = [...own, ...callPlan.base].map((parameters: Parameters): Sent => ({ parameters, origins: {} }))
  const all = [...related.toReversed(), ...plain]
  const byText = new Map(all.toReversed().map(sent => [JSON.stringify(sent.parameters), sent]))
  const most = program.facts.readsOnly ? MOST.reading : MOST.writing
  return all.filter(sent => byText.get(JSON.stringify(sent.parameters)) === sent).slice(0, most)
}
