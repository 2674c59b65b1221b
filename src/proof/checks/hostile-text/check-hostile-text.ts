// Sends hostile text in calls of its own: a rule that breaks only in these calls is not charged, but the injection rule
// is.

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
  startingCalls,
  textsFor,
} from './hostile-calls.ts'
import { nestedTexts } from './nested-texts.ts'
import { PLAIN_WORD, runAs, sendCalls } from './send-calls.ts'

/** How many actors send all texts: the first whose job the query is, and the one from whom most is hidden. */
const MAIN_SENDERS = 2

/** Text is sent by actors whose job the query is: a guard may turn others away before the text is used. */
export const hostileText: Check = {
  name: 'hostile-text',
  needs: ['order'],
  gives: [],
  seeds: 'written',
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
      for (const [caseRun, { witnesses, undecided, doubt }] of await sendCalls(proofRun, actor, sent, plainCalls)) {
        const [first] = witnesses
        // The evidence is still about the rule whose hidden rows came or changed.
        if (first) yield { caseRun, kind: 'violation', rule, witness: () => ({ ...first, rule }) }
        else if (undecided) yield { caseRun, kind: 'undecided', undecided }
        else if (doubt !== undefined) yield { caseRun, kind: 'doubt', reason: doubt }
      }
    }
  },
}

/** The main senders, then one actor of each further role that the code names: it may paste text for one role alone. */
function sendersOf({ actors }: ProofRun, caseRun: CaseRun): Actor[] {
  const { callPlan, program } = caseRun
  if (callPlan.hostile.length === 0) return []
  const countHidden = ({ worlds }: Actor) => worlds.reduce((sum, world) => sum + world.hidden.length, 0)
  const [first, ...others] = actors.filter(actor => isJobOf(caseRun, actor))
  const ordered = [...(first ? [first] : []), ...others.toSorted((a, b) => countHidden(b) - countHidden(a))]
  const senders = ordered.slice(0, MAIN_SENDERS)
  const rolesOf = ({ context }: Actor) => Object.values(context).filter(value => program.facts.holdsText(String(value)))
  for (const actor of program.facts.runsText ? ordered.slice(MAIN_SENDERS) : []) {
    const known = new Set(senders.flatMap(rolesOf))
    if (rolesOf(actor).some(role => !known.has(role))) senders.push(actor)
  }
  return senders
}

/**
 * All texts by a main sender in the first call that works for them; in other calls where a few texts show that text is
 * executed.
 */
async function callsOf(proofRun: ProofRun, caseRun: CaseRun, actor: Actor): Promise<HostileCall[]> {
  const [first, ...others] = startingCalls(caseRun, actor)
  const isMain = sendersOf(proofRun, caseRun).slice(0, MAIN_SENDERS).includes(actor)
  const main = isMain && first ? [first] : []
  const doubtful = injectionPoints(caseRun, [...(isMain || !first ? [] : [first]), ...others])
  const points = [...injectionPoints(caseRun, main), ...(await executingPoints(proofRun, caseRun, actor, doubtful))]
  const columns = proofRun.database.plan.rules.flatMap(rule => Object.keys(rule.columns))
  const hiddenNames = columns.map(column => column.split('.')[1] ?? column)
  return callsWith(points, hostile => textsFor(hostile, caseRun.program.facts, hiddenNames))
}

/** Texts that make most statements fail that they are pasted into. */
const BREAKING_TEXTS = ["'", "'''", "\\'", '"', ')', PLAIN_WORD]

/**
 * The points at which text seems to be executed: one of a few texts ends in a syntax error or names an unknown column.
 */
async function executingPoints(
  { database, onCase }: ProofRun,
  caseRun: CaseRun,
  actor: Actor,
  points: InjectionPoint[],
): Promise<InjectionPoint[]> {
  const { catchesErrors, quoteMarks, removedTexts } = caseRun.program.facts
  // Code that catches errors does not show them, so text may be executed at any point.
  if (points.length === 0 || catchesErrors) return points
  onCase(caseRun.case.path)
  const afterAllowed = (word: string) => [`${word}'`, `${word} ${PLAIN_WORD}`]
  const texts = ({ allowed }: HostileParameter) => [
    ...[...BREAKING_TEXTS, ...quoteMarks, ...nestedTexts(quoteMarks, removedTexts)],
    ...allowed.slice(0, 1).flatMap(afterAllowed),
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

/**
 * The calls that a text which is not executed is like: the call without the text, with any word, and with an allowed
 * word.
 */
function plainCalls(point: InjectionPoint): Parameters[] {
  const words = [PLAIN_WORD, ...point.hostile.allowed.slice(0, 1)]
  return [point.start, ...words.flatMap(word => callsAt(point, word)).map(({ parameters }) => parameters)]
}
