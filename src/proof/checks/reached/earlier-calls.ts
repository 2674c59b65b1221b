// The calls after which a part of a migration may show.

import { inTurn } from '../../../lib/in-turn.ts'
import type { CaseRun } from '../../cases/case-run.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { ProofRun } from '../check.ts'
import { openSequence } from '../sequences/open-sequence.ts'
import { aboutSameRows } from '../sequences/relate-values.ts'
import type { SequenceStep } from '../sequences/step.ts'

/** The most calls of `works` that are made before others, the most other calls, and the most pairs. */
const MOST = { works: 12, others: 12, pairs: 40 }

/**
 * The calls that may write, of a case whose calls can be made one after the other: those of `works`, and others that changed
 * something else than these.
 */
export function firstCalls(proofRun: ProofRun, group: CaseRun[]): SequenceStep[] {
  const known = new Set<string>()
  const others = group.filter(mayFollow).map(caseRun => {
    const found = Object.keys(proofRun.database.plan.actors).flatMap(actor => {
      const planned = caseRun.callPlan.plannedFor(actor)
      return (caseRun.facts.digests?.get(actor) ?? []).flatMap(({ changes, error }, nth) => {
        const text = JSON.stringify(changes)
        if (changes.length === 0 || error !== undefined || known.has(text)) return []
        known.add(text)
        // The calls of `works` stand at the beginning of each list.
        if (nth < caseRun.callPlan.base.length) return []
        const { parameters = {}, reason } = planned[nth] ?? {}
        return [{ step: stepOf(proofRun, caseRun, actor, parameters), isOfCode: reason === 'literals' }]
      })
    })
    // What a part waits for mostly stands in the code.
    return found.toSorted((a, b) => Number(b.isOfCode) - Number(a.isOfCode)).map(({ step }) => step)
  })
  return [...callsOfWorks(proofRun, group).slice(0, MOST.works), ...inTurn(others).slice(0, MOST.others)]
}

/** Two calls of `works` after each other, the second about rows of the first, where both change something. */
export async function pairsOfCalls(proofRun: ProofRun, group: CaseRun[]): Promise<SequenceStep[][]> {
  const { database } = proofRun
  const calls = callsOfWorks(proofRun, group)
  const pairs = calls.flatMap(first =>
    calls.flatMap(second => [...new Set([second.actor, first.actor])].map(actor => ({ first, second, actor }))),
  )
  const found = new Map<string, SequenceStep[]>()
  for (const { first, second, actor } of pairs) {
    if (found.size >= MOST.pairs) break
    await using open = await openSequence(proofRun)
    if (!(await open.add(first, (_, hasChanged) => hasChanged))) continue
    const { caseRun, parameters } = second
    const related = open.steps.flatMap((step, from) =>
      aboutSameRows(database, { query: caseRun.query, actor, parameters }, step, from),
    )
    const next = stepOf(proofRun, caseRun, actor, related[0]?.parameters ?? parameters)
    const text = [first, next].map(one => JSON.stringify([one.caseRun.query.name, one.actor, one.parameters])).join(' ')
    if (found.has(text)) continue
    if (await open.add(next, (_, hasChanged) => hasChanged)) found.set(text, [first, next])
  }
  return [...found.values()]
}

export function stepOf(
  { database: { plan } }: ProofRun,
  caseRun: CaseRun,
  actor: string,
  parameters: Parameters,
): SequenceStep {
  return { caseRun, actor, context: plan.actors[actor] ?? {}, parameters, origins: {} }
}

function callsOfWorks(proofRun: ProofRun, group: CaseRun[]): SequenceStep[] {
  return group
    .filter(mayFollow)
    .flatMap(caseRun => caseRun.works.map(({ as, parameters }) => stepOf(proofRun, caseRun, as, parameters)))
}

const mayFollow = ({ program }: CaseRun) => program.perform !== undefined && !program.facts.readsOnly
