import type { LengthScore } from '../../shortcuts.ts'
import type { Scope } from '../scope.ts'
import { createFigure } from '../statistics/figure.ts'
import { balancedAccuracy, countPairs, countPredictions, withinAuc } from '../statistics/ranking.ts'

/** Scores two guesses by length: a threshold learned from other queries, and "the shorter of two cases of a query is bad". */
export function scoreLength(scope: Scope, name: string, lengths: Float64Array, hasApplications: boolean): LengthScore {
  const { queries, applications, isBad, shuffles } = scope
  const byThreshold = (groups: Int32Array) => {
    const predictions = (labels: Uint8Array) =>
      countPredictions(thresholdPredictions(lengths, labels, groups), labels, queries)
    const table = predictions(isBad)
    const shuffled = shuffles.map(labels => balancedAccuracy(predictions(labels)))
    return createFigure(scope, times => balancedAccuracy(table, times), shuffled)
  }
  // Short code scores high, so the AUC within queries is the share of pairs in which the bad case is the shorter one.
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

/** Predicts +1 (bad) or −1 (good) by the threshold and the direction that fit the cases of all other groups best. */
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

/** `sign` is the prediction below the threshold, or 0 when all cases have one label. Of equally good thresholds, the lowest. */
function bestThreshold(order: number[], lengths: Float64Array, isBad: Uint8Array): { threshold: number; sign: number } {
  const bad = order.filter(index => isBad[index]).length
  const good = order.length - bad
  let best = { threshold: Number.NEGATIVE_INFINITY, sign: 0 }
  if (bad === 0 || good === 0) return best
  let furthest = 0
  let badBelow = 0
  let goodBelow = 0
  order.forEach((index, position) => {
    const length = lengths[index] ?? 0
    if (position > 0 && length > (lengths[order[position - 1] ?? 0] ?? 0)) {
      // Twice the balanced accuracy of "below is bad", less 1.
      const gain = badBelow / bad - goodBelow / good
      if (Math.abs(gain) > furthest + 1e-12) {
        furthest = Math.abs(gain)
        best = { threshold: (length + (lengths[order[position - 1] ?? 0] ?? 0)) / 2, sign: Math.sign(gain) }
      }
    }
    if (isBad[index]) badBelow++
    else goodBelow++
  })
  return best
}
