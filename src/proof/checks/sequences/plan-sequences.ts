// Which sequences are tried: how many steps each has before the judged call, and which operations come in which order.

import type { CaseRun } from '../../cases/case-run.ts'
import type { SequenceStep } from './step.ts'

/** What is drawn before any step is made. */
export interface SequencePlan {
  /** The operations of the steps; undefined where any may come. */
  operations: (CaseRun | undefined)[]
  /** The first step, where it is a certain call. */
  first?: SequenceStep
  /** Whether the judged call comes at a later time. Absent: that is drawn. */
  isLater?: boolean
  /** Each plan has draws of its own, so that one more step of another sequence changes nothing here. */
  draw: string
}

/**
 * How many sequences there are with one step before the judged call, with two, and with each further number; and how many certain
 * first steps are followed by later calls too.
 */
const MOST = { one: 14, two: 20, more: 10, later: 2 }

/**
 * The shortest come first: the witness of a rule has as few calls as may be. `most` counts the judged call, and `extreme` are
 * steps that are tried beside those that are drawn.
 */
export function planSequences(
  operations: CaseRun[],
  most: number,
  extreme: SequenceStep[],
  random: () => number,
): SequencePlan[] {
  const writing = operations.filter(({ program }) => !program.facts.readsOnly)
  if (writing.length === 0) return []
  const plans: SequencePlan[] = []
  let drawn = 0
  const add = (some: (CaseRun | undefined)[]) => plans.push({ operations: some, draw: `${some.length} ${drawn++}` })
  for (const one of inTurn(shuffled(writing, random), MOST.one)) add([one])
  for (const [nth, first] of extreme.entries())
    for (const isLater of nth < MOST.later ? [false, true] : [false])
      plans.push({ operations: [first.caseRun], first, isLater, draw: `extreme ${nth}` })
  if (most > 2) {
    const pairs = writing.flatMap(one => writing.map(next => [one, next]))
    for (const pair of inTurn(shuffled(pairs, random), MOST.two)) add(pair)
  }
  for (let steps = 3; steps < most; steps++)
    for (let nth = 0; nth < MOST.more; nth++) add(Array.from({ length: steps }, () => undefined))
  return plans
}

/** The items again and again, until there are so many. */
function inTurn<T>(items: T[], number: number): T[] {
  return Array.from({ length: number }, (_, at) => items[at % items.length] as T)
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map(item => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
