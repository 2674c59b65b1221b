// Who can be ranked together: the models that were asked the very same cases with the same prompt.

import type { Comparison, Coverage } from '../summary.ts'
import type { Contestant } from './collect.ts'

/**
 * Against what each contestant's cases are held, in the order in which they were given. Of each prompt, the models that
 * were asked the same cases are a group, and the group with the most answered cases in all is ranked: neither one model
 * that was asked a few cases more nor many that were tried on a few cases take the place of those that were asked all.
 */
export function coverageOf(contestants: (Contestant & { isBaseline: boolean })[]): Coverage[] {
  const ranked = new Map(
    [...Map.groupBy(contestants, ({ prompt }) => prompt)].map(([prompt, ofPrompt]) => {
      const models = ofPrompt.filter(({ isBaseline }) => !isBaseline)
      return [prompt, rankedCases(models.length > 0 ? models : ofPrompt)]
    }),
  )
  return contestants.map(({ prompt, caseAnswers }) => {
    const cases = ranked.get(prompt) ?? new Set()
    const shared = caseAnswers.filter(({ one }) => cases.has(one.index)).length
    return { shared, of: cases.size, beyond: caseAnswers.length - shared }
  })
}

function rankedCases(contestants: Contestant[]): Set<number> {
  const casesOf = ({ caseAnswers }: Contestant) => caseAnswers.map(({ one }) => one.index)
  const groups = [...Map.groupBy(contestants, contestant => casesOf(contestant).join()).values()]
  const answers = (group: Contestant[]) => group.length * (group[0]?.caseAnswers.length ?? 0)
  groups.sort((a, b) => answers(b) - answers(a) || (b[0]?.caseAnswers.length ?? 0) - (a[0]?.caseAnswers.length ?? 0))
  const [first] = groups[0] ?? []
  return new Set(first ? casesOf(first) : [])
}

export function isRankedTogether({ shared, of, beyond }: Coverage): boolean {
  return shared === of && beyond === 0
}

/** 1 + the number of models that are significantly better. */
export function rankOf(place: number, isTogether: (place: number) => boolean, comparisons: Comparison[]): number {
  const better = comparisons.filter(({ a, b, isSignificant, difference: { value } }) => {
    if (!isSignificant) return false
    return value > 0 ? b === place && isTogether(a) : a === place && isTogether(b)
  })
  return 1 + better.length
}
