// What the measures are computed from. A case counts once however often it was asked: with repeats, by their share.

import { caseKey, type Judged } from '../summary.ts'

/** Counts of cases; fractions where repeats of one case disagree. */
export interface Tally {
  bad: number
  /** Bad called bad. */
  caught: number
  good: number
  /** Good called good. */
  cleared: number
  /** Good called bad. */
  alarms: number
}

export const EMPTY_TALLY: Readonly<Tally> = { bad: 0, caught: 0, good: 0, cleared: 0, alarms: 0 }

/** Tallies evaluations of one contestant. No verdict is a wrong one: it neither catches, nor clears, nor alarms. */
export function tallyCases(evaluations: Judged[]): Tally {
  const cases = Map.groupBy(evaluations, caseKey)
  // Sorted, because sums of fractions depend on their order in the last digit.
  const inOrder = [...cases].sort(([a], [b]) => (a < b ? -1 : 1))
  return inOrder.map(([, repeats]) => tallyRepeats(repeats)).reduce(addTallies, EMPTY_TALLY)
}

function tallyRepeats(repeats: Judged[]): Tally {
  const calledBad = share(repeats, 'bad')
  return repeats[0]?.label === 'bad'
    ? { ...EMPTY_TALLY, bad: 1, caught: calledBad }
    : { ...EMPTY_TALLY, good: 1, cleared: share(repeats, 'good'), alarms: calledBad }
}

function share(repeats: Judged[], result: 'good' | 'bad'): number {
  return repeats.filter(({ verdict }) => verdict.result === result).length / repeats.length
}

export function addTallies(a: Tally, b: Tally): Tally {
  return {
    bad: a.bad + b.bad,
    caught: a.caught + b.caught,
    good: a.good + b.good,
    cleared: a.cleared + b.cleared,
    alarms: a.alarms + b.alarms,
  }
}
