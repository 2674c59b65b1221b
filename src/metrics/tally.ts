// What the measures are computed from: one tally for each query. A case counts once however often it was asked: with
// repeats, by their share. No verdict is a wrong one: it neither catches, nor clears, nor alarms.

import { agreementOf } from './agreement.ts'
import type { CaseAnswers, RepeatAnswer } from './collect.ts'

/** Counts of cases, unless something else is said; fractions where repeats of one case disagree. */
export interface Tally {
  bad: number
  /** Bad called bad. */
  caught: number
  badUnanswered: number
  good: number
  /** Good called good. */
  cleared: number
  /** Good called bad. */
  alarms: number
  goodUnanswered: number
  /** Good cases that are meant to look wrong, and those of them that were called bad. */
  decoys: number
  decoyAlarms: number
  /** The same of the other good cases, in queries with decoys. */
  plain: number
  plainAlarms: number
  /** Whole queries: 1 or 0. */
  whole: number
  /** The share of repeats in which all cases are right. */
  solved: number
  /** Pairs of a good and a bad case. */
  pairs: number
  pairsRight: number
  /** Bad cases of which it is known what they break. */
  explained: number
  /** Called bad, and the first rule named is one that is broken. */
  rightReason: number
  /** Bad cases called bad at least once. */
  naming: number
  /** The mean number of rules named there. */
  named: number
  /** Cases with repeats; the agreement of these, and the shares of their verdicts. */
  repeated: number
  agreed: number
  saidGood: number
  saidBad: number
}

export type Column = keyof Tally

function emptyTally(): Tally {
  return {
    ...{ bad: 0, caught: 0, badUnanswered: 0, good: 0, cleared: 0, alarms: 0, goodUnanswered: 0, whole: 0, solved: 0 },
    ...{ decoys: 0, decoyAlarms: 0, plain: 0, plainAlarms: 0 },
    ...{ pairs: 0, pairsRight: 0, explained: 0, rightReason: 0, naming: 0, named: 0 },
    ...{ repeated: 0, agreed: 0, saidGood: 0, saidBad: 0 },
  }
}

/** Tallies what one contestant said about the cases of one query. */
export function tallyQuery(caseAnswers: CaseAnswers[]): Tally {
  const tally = emptyTally()
  for (const ofCase of caseAnswers) {
    if (ofCase.one.label === 'bad') tallyBad(tally, ofCase)
    else tallyGood(tally, ofCase)
    tallyRepeats(tally, ofCase.answers)
  }
  if (caseAnswers.some(({ one }) => one.decoy !== null)) tallyDecoys(tally, caseAnswers)
  for (const { pairs, right } of pairsOf(caseAnswers)) {
    tally.pairs += pairs
    tally.pairsRight += right
  }
  const solved = shareSolved(caseAnswers)
  if (solved !== null) {
    tally.whole = 1
    tally.solved = solved
  }
  return tally
}

function tallyBad(tally: Tally, { one, answers }: CaseAnswers): void {
  tally.bad++
  tally.caught += share(answers, isCalledBad)
  tally.badUnanswered += share(answers, isUnanswered)
  const caught = answers.filter(isCalledBad)
  if (caught.length > 0) {
    tally.naming++
    tally.named += caught.reduce((sum, { rules }) => sum + rules, 0) / caught.length
  }
  if (one.broken.length === 0) return
  tally.explained++
  tally.rightReason += share(
    answers,
    answer => isCalledBad(answer) && answer.rule !== undefined && one.broken.includes(answer.rule),
  )
}

function tallyGood(tally: Tally, { answers }: CaseAnswers): void {
  tally.good++
  tally.cleared += share(answers, isCalledGood)
  tally.alarms += share(answers, isCalledBad)
  tally.goodUnanswered += share(answers, isUnanswered)
}

function tallyDecoys(tally: Tally, caseAnswers: CaseAnswers[]): void {
  for (const { one, answers } of caseAnswers) {
    if (one.label === 'bad') continue
    const isDecoy = one.decoy !== null
    tally[isDecoy ? 'decoys' : 'plain']++
    tally[isDecoy ? 'decoyAlarms' : 'plainAlarms'] += share(answers, isCalledBad)
  }
}

function tallyRepeats(tally: Tally, answers: RepeatAnswer[]): void {
  const good = answers.filter(isCalledGood).length
  const bad = answers.filter(isCalledBad).length
  const agreement = agreementOf([good, bad, answers.length - good - bad])
  if (agreement === null) return
  tally.repeated++
  tally.agreed += agreement
  tally.saidGood += good / answers.length
  tally.saidBad += bad / answers.length
}

/**
 * For each bad case its pairs with the good cases of its query, and how many of them are right on both sides. A pair is
 * judged within a repeat. After "pair-wise correct" of Y. Ding et al., "Vulnerability Detection with Code Language Models:
 * How Far Are We?", ICSE 2025.
 */
export function pairsOf(caseAnswers: CaseAnswers[]): { ofCase: CaseAnswers; pairs: number; right: number }[] {
  const good = caseAnswers.filter(({ one }) => one.label === 'good')
  const asked = new Map<number, number>()
  const cleared = new Map<number, number>()
  for (const { answers } of good) {
    for (const answer of answers) {
      asked.set(answer.repeat, (asked.get(answer.repeat) ?? 0) + 1)
      if (isCalledGood(answer)) cleared.set(answer.repeat, (cleared.get(answer.repeat) ?? 0) + 1)
    }
  }
  return caseAnswers
    .filter(({ one }) => one.label === 'bad')
    .map(ofCase => {
      const sum = (counts: Map<number, number>, answers: RepeatAnswer[]) =>
        answers.reduce((total, { repeat }) => total + (counts.get(repeat) ?? 0), 0)
      const judged = sum(asked, ofCase.answers)
      const right = sum(cleared, ofCase.answers.filter(isCalledBad))
      // A good case that shares no repeat with the bad one makes no pair.
      return judged === 0
        ? { ofCase, pairs: 0, right: 0 }
        : { ofCase, pairs: good.length, right: (right / judged) * good.length }
    })
}

/** The share of whole repeats that are right in every case; null where no repeat has them all. */
function shareSolved(caseAnswers: CaseAnswers[]): number | null {
  const size = caseAnswers[0]?.one.querySize
  const repeats = new Map<number, { asked: number; right: number }>()
  for (const { one, answers } of caseAnswers) {
    for (const { repeat, result } of answers) {
      const count = repeats.get(repeat) ?? { asked: 0, right: 0 }
      repeats.set(repeat, count)
      count.asked++
      if (result === one.label) count.right++
    }
  }
  const whole = [...repeats.values()].filter(({ asked }) => asked === size)
  return whole.length === 0 ? null : whole.filter(({ right }) => right === size).length / whole.length
}

const isCalledBad = ({ result }: RepeatAnswer) => result === 'bad'
const isCalledGood = ({ result }: RepeatAnswer) => result === 'good'
const isUnanswered = ({ result }: RepeatAnswer) => result !== 'good' && result !== 'bad'

function share(answers: RepeatAnswer[], isCounted: (answer: RepeatAnswer) => boolean): number {
  return answers.filter(isCounted).length / answers.length
}
