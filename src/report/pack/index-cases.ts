// Makes the index of all cases. It needs the order of the leaderboard, which the packed cases do not have.

import { makeVisible } from '../../lib/text/hidden-characters.ts'
import { unwrap } from '../../lib/text/unwrap.ts'
import { contestantKey, type Summary } from '../../summary.ts'
import { nameContestants } from '../contestant.ts'
import type { PageCase, PageContestant, PageIndex } from '../page-data.ts'
import type { PackedCase, PackedCases } from './pack-cases.ts'

/** `names` replaces the names of the contestants. */
export function indexCases(
  { cases, contestants }: Pick<PackedCases, 'cases' | 'contestants'>,
  summary: Pick<Summary, 'contestants' | 'caseScores'>,
  names: PageContestant[] = nameContestants(summary.contestants),
): PageIndex {
  const indexOf = new Map(summary.contestants.map((contestant, index) => [contestantKey(contestant), index]))
  // A contestant that answered after the summary was made has no index.
  const places = contestants.map(key => indexOf.get(key) ?? null)
  const scores = new Map(summary.caseScores.map(score => [score.key, score]))
  const numbers = names.map((_, index) => places.indexOf(index))
  return {
    contestants: names,
    places,
    cases: cases
      .filter(({ letters }) => numbers.some(number => letters[number] !== undefined))
      .map(one => toPageCase(one, scores.get(one.key), numbers)),
  }
}

function toPageCase(
  { key, violates, letters, ...one }: PackedCase,
  score: Summary['caseScores'][number] | undefined,
  numbers: number[],
): PageCase {
  const category = one.label === 'bad' ? (score?.category ?? null) : null
  const { level = null, decoy = null } = score ?? {}
  return {
    ...one,
    ...(decoy === null ? {} : { decoy: makeVisible(unwrap(decoy)) }),
    level,
    category: category === null ? null : makeVisible(category),
    rules: (score?.broken ?? violates).map(makeVisible),
    verdicts: numbers.map(number => letters[number] ?? '').join(','),
  }
}
