import type { LengthScore } from '../../shortcuts.ts'
import type { Scope } from '../scope.ts'
import { createFigure } from '../statistics/figure.ts'
import { balancedAccuracy, countPairs, countPredictions, withinAuc } from '../statistics/ranking.ts'

/** How much a length tells: a threshold that was learned elsewhere, and siblings side by side. */
export function scoreLength(scope: Scope, name: string, lengths: Float64Array, hasApplications: boolean): LengthScore {
  const { queries, applications, isBad, shuffles } = scope
  const byThreshold = (groups: Int32Array) => {
    const predictions = (labels: Uint8Array) =>
      countPredictions(thresholdPredictions(lengths, labels, groups), labels, queries)
    const table = predictions(isBad)
    const shuffled = shuffles.map(labels => balancedAccuracy(predictions(labels)))
    return createFigure(scope, times => balancedAccuracy(table, times), shuffled)
  }
  // The shorter, the higher: then the AUC of siblings is the share of pairs in which the bad one is shorter.
  const shortness = lengths.map(length => -length)
  const pairs = (labels: Uint8Array) => countPairs(shortness, labels, queries)
  const table = pairs(isBad)
  return {
    name,
    leavingQueryOut: byThreshold(queries),
    leavingApplicationOut: hasApplications ? byThreshold(applications) : null,
    badIsShorter: createFigure(
      scope,
      times => withinAuc(table, times),
      shuffles.map(labels => withinAuc(pairs(labels))),
    ),
  }
}

/** +1 for bad, −1 for good, each by the threshold and direction that fit the cases of all other groups best. */
export function thresholdPredictions(lengths: Float64Array, isBad: Uint8Array, groups: Int32Array): Float64Array {
  const order = Array.from(lengths.keys()).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0))
  const predictions = new Float64Array(lengths.length)
  for (const group of new Set(groups)) {
    const rest = order.filter(index => groups[index] !== group)
    const { threshold, sign } = bestThreshold(rest, lengths, isBad)
    groups.forEach((other, index) => {
      if (other === group) predictions[index] = (lengths[index] ?? 0) < threshold ? sign : -sign
    })
  }
  return predictions
}

/** `sign` is the prediction for lengths below the threshold, 0 where all cases have one label. Of equal thresholds, the lowest. */
function bestThreshold(order: number[], lengths: Float64Array, isBad: Uint8Array): { threshold: number; sign: number } {
  const bad = order.filter(index => isBad[index]).length
  const good = order.length - bad
  let best = { threshold: Number.NEGATIVE_INFINITY, sign: 0 }
  if (bad === 0 || good === 0) return best
  let furthest = 0
  let badBelow = 0
  let goodBelow = 0
  order.forEach((index, place) => {
    const length = lengths[index] ?? 0
    if (place > 0 && length > (lengths[order[place - 1] ?? 0] ?? 0)) {
      // Twice the balanced accuracy of "below is bad", less 1.
      const gain = badBelow / bad - goodBelow / good
      if (Math.abs(gain) > furthest + 1e-12) {
        furthest = Math.abs(gain)
        best = { threshold: (length + (lengths[order[place - 1] ?? 0] ?? 0)) / 2, sign: Math.sign(gain) }
      }
    }
    if (isBad[index]) badBelow++
    else goodBelow++
  })
  return best
}
