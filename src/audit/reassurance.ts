import { isReassuring } from '../lib/is-reassuring.ts'
import type { Reassurance } from '../shortcuts.ts'
import { createFigure } from './figure.ts'
import { balancedAccuracy, countCalls } from './ranking.ts'
import type { Scope } from './scope.ts'
import { queryKey } from './shape.ts'

/** Of good and bad cases with a reassuring comment, a query has one of these. */
const QUOTAS = [
  { good: 0, bad: 0 },
  { good: 1, bad: 2 },
  { good: 2, bad: 4 },
]

/** How much the rule "a comment reassures, so it is good" tells. Nothing is learned, so that nothing is left out. */
export function scoreReassurance(scope: Scope): Reassurance {
  const { cases, isBad, queries, shuffles } = scope
  const reassured = cases.map(({ code }) => code.comments.some(({ text }) => isReassuring(text)))
  const calls = Float64Array.from(reassured, is => (is ? -1 : 1))
  const table = countCalls(calls, isBad, queries)
  const share = (label: number) => {
    const own = reassured.filter((_, index) => isBad[index] === label)
    return own.length === 0 ? 0 : own.filter(Boolean).length / own.length
  }
  const byQuery = Map.groupBy(cases.keys(), index => queryKey(cases[index] as (typeof cases)[number]))
  return {
    balancedAccuracy: createFigure(
      scope,
      times => balancedAccuracy(table, times),
      shuffles.map(labels => balancedAccuracy(countCalls(calls, labels, queries))),
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
