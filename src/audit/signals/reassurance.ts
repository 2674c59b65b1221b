import { isReassuring } from '../../lib/code/is-reassuring.ts'
import type { Reassurance } from '../../shortcuts.ts'
import type { Scope } from '../scope.ts'
import { queryKey } from '../shape.ts'
import { createFigure } from '../statistics/figure.ts'
import { balancedAccuracy, countPredictions } from '../statistics/ranking.ts'

/** How many good and how many bad cases of one query may have a reassuring comment. */
const QUOTAS = [
  { good: 0, bad: 0 },
  { good: 1, bad: 2 },
  { good: 2, bad: 4 },
]

/** Scores the guess "a comment reassures, so the case is good". The guess learns nothing, so no query is left out. */
export function scoreReassurance(scope: Scope): Reassurance {
  const { cases, isBad, queries, shuffles } = scope
  const reassured = cases.map(({ code }) => code.comments.some(({ text }) => isReassuring(text)))
  const predictions = Float64Array.from(reassured, is => (is ? -1 : 1))
  const table = countPredictions(predictions, isBad, queries)
  const share = (label: number) => {
    const own = reassured.filter((_, index) => isBad[index] === label)
    return own.length === 0 ? 0 : own.filter(Boolean).length / own.length
  }
  const byQuery = Map.groupBy(cases.keys(), index => queryKey(cases[index] as (typeof cases)[number]))
  return {
    balancedAccuracy: createFigure(
      scope,
      times => balancedAccuracy(table, times),
      shuffles.map(labels => balancedAccuracy(countPredictions(predictions, labels, queries))),
    ),
    inGood: share(0),
    inBad: share(1),
    offQuota: [...byQuery].flatMap(([query, own]) => {
      const bad = own.filter(index => reassured[index] && isBad[index] === 1).length
      const good = own.filter(index => reassured[index] && isBad[index] === 0).length
      return QUOTAS.some(quota => quota.good === good && quota.bad === bad) ? [] : [{ query, good, bad }]
    }),
  }
}
