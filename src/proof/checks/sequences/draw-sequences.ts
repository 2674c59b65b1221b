// The calls that come before a judged call: calls of `works` that write, other calls of the call plan, and pairs of them.

import { seededRandom } from '../../../lib/statistics/seeded-random.ts'
import type { CaseRun } from '../../cases/case-run.ts'
import type { Step } from '../../cases/kind.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { ProofPlan } from '../../plan/plan.ts'

/** One call before the judged one. */
export interface EarlierCall extends Step {
  caseRun: CaseRun
  actor: string
}

/** How many calls of `works`, other calls, statements that clients write, and pairs are tried. */
const MOST = { works: 16, others: 12, statements: 8, pairs: 24 }

/** The sequences in the order in which they are tried: single calls come first, so that the shortest one is found first. */
export function drawSequences({ actors }: ProofPlan, operations: CaseRun[], seed: string): EarlierCall[][] {
  const random = seededRandom(`sequences ${seed}`)
  const drawn = <T>(list: T[], most: number): T[] =>
    list
      .map(item => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, most)
      .map(({ item }) => item)
  const writing = operations.filter(({ program }) => !program.facts.readsOnly)
  const works = writing.flatMap(caseRun =>
    caseRun.works.map(({ as, parameters }) => ({ caseRun, actor: as, context: actors[as] ?? {}, parameters })),
  )
  const isStatement = ({ query }: CaseRun) => query.statements !== undefined
  const callsOf = (caseRun: CaseRun) =>
    [...caseRun.callPlan.representatives].flatMap(actor =>
      caseRun.callPlan
        .callsOf(actor)
        .slice(0, caseRun.callPlan.usualCount(actor))
        .map(parameters => ({ caseRun, actor, context: actors[actor] ?? {}, parameters })),
    )
  const others = writing.filter(caseRun => !isStatement(caseRun)).flatMap(callsOf)
  const statements = writing.filter(isStatement).flatMap(callsOf)
  const first = drawn(works, MOST.works)
  // Two calls about the same rows: what one of them gives, the other one takes.
  const pairs = works.flatMap(one =>
    [...works.map(next => ({ ...next, parameters: withValuesOf(next, one) })), ...drawn(others, 2)].map(next => [
      one,
      next,
    ]),
  )
  return [
    ...[...first, ...drawn(others, MOST.others), ...drawn(statements, MOST.statements)].map(call => [call]),
    ...drawn(
      pairs.filter(([one, next]) => one && next && !isSame(one, next)),
      MOST.pairs,
    ),
  ]
}

/** The parameters of a call, with the values that an earlier call sent under the same names. */
export function withValuesOf(
  { parameters, caseRun }: Pick<EarlierCall, 'parameters' | 'caseRun'>,
  earlier: EarlierCall,
): Parameters {
  const names = caseRun.query.parameters.map(({ name }) => name)
  const sent = Object.entries(earlier.parameters).filter(([name]) => names.includes(name))
  return { ...parameters, ...Object.fromEntries(sent) }
}

function isSame(one: EarlierCall, other: EarlierCall): boolean {
  const text = ({ caseRun, actor, parameters }: EarlierCall) => JSON.stringify([caseRun.query.name, actor, parameters])
  return text(one) === text(other)
}
