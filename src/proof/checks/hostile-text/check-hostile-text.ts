// Hostile text in a pass of its own: what breaks only here is charged to the injection rule alone.

import { type CaseRun, isBroken, isJobOf, isOpen } from '../../cases/case-run.ts'
import type { HostileParameter } from '../../inputs/hostile-text.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { Check, ProofRun } from '../check.ts'
import {
  callsAt,
  callsWith,
  type HostileCall,
  type InjectionPoint,
  injectionPoints,
  markPayloads,
  startingCalls,
} from './hostile-calls.ts'
import { PLAIN_WORD, runAs, sendCalls } from './send-calls.ts'

/** The first of those whose job it is, and the one from whom most is hidden. */
const MAIN_SENDERS = 2

/** Text is sent by those whose job the query is: whoever is turned away does not get as far as the pasted statement. */
export const hostileText: Check = {
  name: 'hostile-text',
  needs: ['order'],
  gives: [],
  seeds: 'every',
  async *run(proofRun, caseRuns) {
    const rule = proofRun.database.plan.rules.find(({ isInjection }) => isInjection)?.id
    if (rule === undefined) return
    for (const actor of proofRun.actors) {
      const sent = new Map<CaseRun, HostileCall[]>()
      for (const caseRun of caseRuns) {
        if (!isOpen(caseRun) || isBroken(caseRun, rule) || !sendersOf(proofRun, caseRun).includes(actor)) continue
        sent.set(caseRun, await callsOf(proofRun, caseRun, actor))
      }
      if (sent.size === 0) continue
      for (const [caseRun, [first]] of await sendCalls(proofRun, actor, sent, plainCalls)) {
        // The evidence stays what it is: of the rule whose rows came or changed.
        if (first) yield { caseRun, kind: 'violation', rule, witness: () => ({ ...first, rule }) }
      }
    }
  },
}

/** The main senders, and other roles that the code names: text may be pasted for one role alone. */
function sendersOf({ actors }: ProofRun, caseRun: CaseRun): Actor[] {
  const { callPlan, program } = caseRun
  if (callPlan.hostile.length === 0) return []
  const hidden = ({ worlds }: Actor) => worlds.reduce((sum, world) => sum + world.hidden.length, 0)
  const [first, ...others] = actors.filter(actor => isJobOf(caseRun, actor))
  const ordered = [...(first ? [first] : []), ...others.toSorted((a, b) => hidden(b) - hidden(a))]
  const senders = ordered.slice(0, MAIN_SENDERS)
  const rolesOf = ({ context }: Actor) => Object.values(context).filter(value => program.facts.holdsText(String(value)))
  for (const actor of program.facts.runsText ? ordered.slice(MAIN_SENDERS) : []) {
    const known = new Set(senders.flatMap(rolesOf))
    if (rolesOf(actor).some(role => !known.has(role))) senders.push(actor)
  }
  return senders
}

/** All texts by the main senders in the first call that works for them; elsewhere where a few show that they would be executed. */
async function callsOf(proofRun: ProofRun, caseRun: CaseRun, actor: Actor): Promise<HostileCall[]> {
  const [first, ...others] = startingCalls(caseRun, actor)
  const isMain = sendersOf(proofRun, caseRun).slice(0, MAIN_SENDERS).includes(actor)
  const { quoteMarks } = caseRun.program.facts
  const main = isMain && first ? [first] : []
  const left = injectionPoints(caseRun, [...(isMain || !first ? [] : [first]), ...others])
  const points = [...injectionPoints(caseRun, main), ...(await pointsThatRun(proofRun, caseRun, actor, left))]
  return callsWith(points, ({ texts }) => [...texts, ...quoteMarks.flatMap(markPayloads)])
}

/** Text that ends any statement in an error where it is pasted into one. */
const BREAKING_TEXTS = ["'", "'''", "\\'", '"', ')', PLAIN_WORD]

/** The points at which text seems to be executed, since some ends in an error of the statement. */
async function pointsThatRun(
  { database, onCase }: ProofRun,
  caseRun: CaseRun,
  actor: Actor,
  points: InjectionPoint[],
): Promise<InjectionPoint[]> {
  const { catchesErrors, quoteMarks } = caseRun.program.facts
  // Code that catches errors does not show them.
  if (points.length === 0 || catchesErrors) return points
  onCase(caseRun.case.path)
  const behind = (part: string) => [`${part}'`, `${part} ${PLAIN_WORD}`]
  const texts = ({ allowed }: HostileParameter) => [
    ...[...BREAKING_TEXTS, ...quoteMarks],
    ...allowed.slice(0, 1).flatMap(behind),
  ]
  const calls = callsWith(points, texts)
  await using _ = await openWorld(database, UNCHANGED)
  const digests = await runAs(
    caseRun,
    actor,
    calls.map(({ parameters }) => parameters),
  )
  const found = new Set(calls.flatMap(({ point }, at) => (digests[at]?.error?.startsWith('42') ? [point] : [])))
  return points.filter(point => found.has(point))
}

/** What text that is not executed brings: the same as the call without it, as any word, or as what is allowed. */
function plainCalls(point: InjectionPoint): Parameters[] {
  const words = [PLAIN_WORD, ...point.hostile.allowed.slice(0, 1)]
  return [point.start, ...words.flatMap(word => callsAt(point, word)).map(({ parameters }) => parameters)]
}
