import { isReassuring } from '../../lib/code/is-reassuring.ts'
import type { Reassurance } from '../../shortcuts.ts'
import type { Scope } from '../scope.ts'
import { queryKey } from '../shape.ts'
import { createFigure } from '../statistics/figure.ts'
import { balancedAccuracy, countPredictions } from '../statistics/ranking.ts'

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
      const allBad = own.filter(index => isBad[index] === 1)
      const allGood = own.filter(index => isBad[index] === 0)
      const bad = allBad.filter(index => reassured[index]).length
      const good = allGood.filter(index => reassured[index]).length
      // The same share of both: 0 + 0, 1 + 2 or 2 + 4 of two good and four bad cases, 1 + 1 of four and four.
      return good * allBad.length === bad * allGood.length ? [] : [{ query, good, bad }]
    }),
  }
}
