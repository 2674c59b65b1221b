// Which sequences are tried: how many steps each has before the judged call, and which operations come in which order.

import type { CaseRun } from '../../cases/case-run.ts'

/** What is drawn before any step is made. */
export interface SequencePlan {
  /** The operations of the steps; undefined where any may come. */
  operations: (CaseRun | undefined)[]
  /** Each plan has draws of its own, so that one more step of another sequence changes nothing here. */
  draw: string
}

/** How many sequences there are with one step before the judged call, with two, and with each further number. */
const MOST = { one: 16, two: 24, more: 10 }

/** The shortest come first: the witness of a rule has as few calls as may be. `most` counts the judged call. */
export function planSequences(operations: CaseRun[], most: number, random: () => number): SequencePlan[] {
  const writing = operations.filter(({ program }) => !program.facts.readsOnly)
  if (writing.length === 0) return []
  const plans: SequencePlan[] = []
  const add = (some: (CaseRun | undefined)[]) =>
    plans.push({ operations: some, draw: `${some.length} ${plans.length}` })
  for (const one of inTurn(shuffled(writing, random), MOST.one)) add([one])
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
