// Makes a sequence that breaks a rule as short and as small as can be: steps are left out one at a time, then what they send
// is replaced by what calls of `works` send, while the last call still breaks the rule.

import type { ValueOrigin, Witness } from '../../../witness.ts'
import { completeParameters } from '../../inputs/parameters.ts'
import type { ProofPlan } from '../../plan/plan.ts'
import type { ProofRun } from '../check.ts'
import { alwaysEvidence } from '../writes/always-checks.ts'
import { actorsAfter, judgeLast } from './judge-sequence.ts'
import { type OpenSequence, openSequence } from './open-sequence.ts'
import { resolved, type SequenceStep, toApplicationCall } from './step.ts'

const MOST_TRIES = 40

/** Steps, the last of which breaks a rule. */
export type BrokenSequence = SequenceStep[]

/** The witness of the shortest sequence that was found; undefined where the sequence itself does not break the rule again. */
export async function shortestWitness(
  proofRun: ProofRun,
  rule: string,
  sequence: BrokenSequence,
): Promise<Witness | undefined> {
  let kept = sequence
  let witness = await breaks(proofRun, rule, kept)
  if (!witness) return undefined
  let tries = 0
  const isBetter = async (other: BrokenSequence | undefined): Promise<boolean> => {
    if (!other || tries++ >= MOST_TRIES) return false
    const found = await breaks(proofRun, rule, other)
    if (!found) return false
    kept = other
    witness = found
    return true
  }
  // A step that is left out may make another one needless.
  for (let at = 0; at < kept.length - 1; ) at = (await isBetter(without(kept, at))) ? 0 : at + 1
  await isBetter(atUsualTime(kept, proofRun.database.plan))
  for (const at of kept.keys()) for (const other of plainer(kept, at)) if (await isBetter(other)) break
  return witness
}

/** The sequence without a step; undefined where a later step needs what came of it. */
function without(sequence: BrokenSequence, left: number): BrokenSequence | undefined {
  const rest = sequence.filter((_, at) => at !== left)
  if (rest.some(({ origins }) => Object.values(origins).some(({ from }) => from === left))) return undefined
  const moved = (origin: ValueOrigin): ValueOrigin => ({
    ...origin,
    from: origin.from > left ? origin.from - 1 : origin.from,
  })
  return rest.map(step => ({
    ...step,
    origins: Object.fromEntries(Object.entries(step.origins).map(([name, origin]) => [name, moved(origin)])),
  }))
}

/** The sequence without any later time; undefined where it has none. */
function atUsualTime(sequence: BrokenSequence, { actors }: ProofPlan): BrokenSequence | undefined {
  if (sequence.every(({ at }) => at === undefined)) return undefined
  return sequence.map(({ at: _, ...step }) => ({ ...step, context: actors[step.actor] ?? step.context }))
}

/** The sequence with a step that sends just what a call of `works` sends, or one value of it. */
function plainer(sequence: BrokenSequence, at: number): BrokenSequence[] {
  const step = sequence[at]
  if (!step) return []
  const { query, works } = step.caseRun
  const sent = completeParameters(query, step.parameters)
  const calls = works.map(({ parameters }) => completeParameters(query, parameters))
  if (Object.keys(step.origins).length > 0 || calls.some(call => JSON.stringify(call) === JSON.stringify(sent)))
    return []
  const single = calls.slice(0, 1).flatMap(call =>
    Object.keys(call)
      .filter(name => call[name] !== sent[name])
      .map(name => ({ ...sent, [name]: call[name] ?? null })),
  )
  return [...calls, ...single].map(parameters => sequence.with(at, { ...step, parameters }))
}

/** The witness that the last step breaks the rule after the others; undefined where it does not. */
async function breaks(proofRun: ProofRun, rule: string, sequence: BrokenSequence): Promise<Witness | undefined> {
  const last = sequence.at(-1)
  if (!last) return undefined
  await using open = await openSequence(proofRun)
  for (const step of sequence.slice(0, -1)) {
    const parameters = resolved(proofRun.database, step, open.steps)
    if (!parameters || !(await open.add({ ...step, parameters }, () => true))) return undefined
  }
  // The rule must not be broken before the last step is made.
  if (open.broken.some(({ violation }) => violation.rule === rule)) return undefined
  const parameters = resolved(proofRun.database, last, open.steps)
  if (!parameters) return undefined
  await open.settle()
  const actors = await actorsAfter(proofRun, [last.actor], last.at)
  for await (const observation of judgeLast(proofRun, actors, [last.caseRun], () => [
    completeParameters(last.caseRun.query, parameters),
  ])) {
    if (observation.kind !== 'violation' || observation.rule !== rule) continue
    const made = await observation.witness()
    if (!made || made === 'unconfirmed') return undefined
    return afterSteps(made, open, last.origins)
  }
  return undefined
}

/** The witness of the last call, with the steps before it. */
export function afterSteps(
  witness: Witness,
  { steps, changes }: Pick<OpenSequence, 'steps' | 'changes'>,
  origins: Record<string, ValueOrigin>,
): Witness {
  const { call, evidence } = witness
  if (steps.length === 0) return witness
  const from = Object.keys(origins).length > 0 ? { from: origins } : {}
  const own = evidence.kind === 'always' ? evidence.changes.map(change => ({ ...change, call: steps.length + 1 })) : []
  return {
    ...witness,
    call: { ...call, ...from },
    before: steps.map(toApplicationCall),
    evidence:
      evidence.kind === 'always' ? alwaysEvidence(evidence.rule, evidence.condition, [...changes, ...own]) : evidence,
  }
}
