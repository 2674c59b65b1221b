// The evaluations as a reader wants them: application, query, case, and under each case every contestant's answers.

import type { Evaluation } from '../domain.ts'
import { caseKey, contestantKey, type Summary } from '../summary.ts'
import { createAnchors } from './anchors.ts'

export interface ApplicationCases {
  application: string
  anchor: string
  queries: { query: string; cases: CaseEntry[] }[]
}

export interface CaseEntry {
  anchor: string
  /** Its newest evaluation, for what is known of the case itself. */
  facts: Evaluation
  /** In the order of the leaderboard, then by repeat. */
  evaluations: Evaluation[]
  contestants: number
  /** Contestants that were right in every repeat. */
  right: number
  /** Which of the versions of this case, when it was edited between evaluations: `{ number: 1, of: 2 }` is the oldest. */
  version: { number: number; of: number }
}

/** Groups and sorts evaluations. Two versions of one case, an edited one, are two entries. */
export function groupCases(evaluations: Evaluation[], summary: Summary): ApplicationCases[] {
  const places = new Map(summary.contestants.map((contestant, place) => [contestantKey(contestant), place]))
  const placeOf = (evaluation: Evaluation) => places.get(contestantKey(evaluation)) ?? places.size
  const caseAnchor = createAnchors('case')
  const applicationAnchor = createAnchors('app')
  return [...Map.groupBy(evaluations, ({ application }) => application)]
    .sort(byName)
    .map(([application, ofApplication]) => ({
      application,
      anchor: applicationAnchor(application),
      queries: [...Map.groupBy(ofApplication, ({ query }) => query)].sort(byName).map(([query, ofQuery]) => ({
        query,
        cases: [...Map.groupBy(ofQuery, ({ casePath }) => casePath)]
          .sort(byName)
          .flatMap(([casePath, ofPath]) =>
            toVersions(ofPath, placeOf).map(entry => ({ ...entry, anchor: caseAnchor(casePath) })),
          ),
      })),
    }))
}

/** Whether the verdict is the case's label. No verdict is never right. */
export function isRight({ verdict, label }: Evaluation): boolean {
  return verdict.result === label
}

/** The versions of one case, the oldest first. */
function toVersions(
  evaluations: Evaluation[],
  placeOf: (evaluation: Evaluation) => number,
): Omit<CaseEntry, 'anchor'>[] {
  const versions = [...Map.groupBy(evaluations, caseKey).values()]
    .map(ofVersion => ({ ofVersion, facts: newestOf(ofVersion) }))
    .sort((a, b) => compareAge(a.facts, b.facts))
  return versions.map(({ ofVersion, facts }, index) => {
    const contestants = [...Map.groupBy(ofVersion, placeOf)].sort(([a], [b]) => a - b).map(([, repeats]) => repeats)
    return {
      facts,
      evaluations: contestants.flatMap(repeats => repeats.sort((a, b) => a.repeat - b.repeat || a.id - b.id)),
      contestants: contestants.length,
      right: contestants.filter(repeats => repeats.every(isRight)).length,
      version: { number: index + 1, of: versions.length },
    }
  })
}

function newestOf(evaluations: Evaluation[]): Evaluation {
  return evaluations.reduce((newest, evaluation) => (compareAge(newest, evaluation) < 0 ? evaluation : newest))
}

function compareAge(a: Evaluation, b: Evaluation): number {
  return compareText(a.timestamp, b.timestamp) || a.id - b.id
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return compareText(a, b)
}

// By code units: the same order on every machine, whatever its language.
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
