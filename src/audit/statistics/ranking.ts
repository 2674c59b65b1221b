// How well scores rank bad above good. AUC is the share of pairs of a bad and a good case in which the bad one has the
// higher score, ties counted half: J. A. Hanley and B. J. McNeil, "The meaning and use of the area under a receiver
// operating characteristic (ROC) curve", Radiology 143 (1982).

/** Pairs of a bad and a good case, counted by their queries, so that resampling queries is cheap. */
export interface PairTable {
  queries: number
  /** At `a * queries + b`: how many pairs have a bad case of query a and a good case of query b. */
  pairs: Float64Array
  /** How many of these pairs are ranked right. */
  right: Float64Array
}

/** `queries` has the number of the query of each case, from 0; `isBad` has its label. */
export function countPairs(scores: Float64Array, isBad: Uint8Array, queries: Int32Array): PairTable {
  const count = queries.reduce((most, query) => Math.max(most, query + 1), 0)
  const table = { queries: count, pairs: new Float64Array(count * count), right: new Float64Array(count * count) }
  for (let bad = 0; bad < scores.length; bad++) {
    if (!isBad[bad]) continue
    for (let good = 0; good < scores.length; good++) {
      if (isBad[good]) continue
      const cell = (queries[bad] ?? 0) * count + (queries[good] ?? 0)
      const difference = (scores[bad] ?? 0) - (scores[good] ?? 0)
      table.pairs[cell] = (table.pairs[cell] ?? 0) + 1
      table.right[cell] = (table.right[cell] ?? 0) + (difference > 0 ? 1 : difference === 0 ? 0.5 : 0)
    }
  }
  return table
}

/** The AUC over the pairs of all queries. `times` says how often each query counts. Null without pairs. */
export function pooledAuc({ queries, pairs, right }: PairTable, times?: ArrayLike<number>): number | null {
  let all = 0
  let won = 0
  for (let bad = 0; bad < queries; bad++) {
    const weight = times ? (times[bad] ?? 0) : 1
    if (weight === 0) continue
    for (let good = 0; good < queries; good++) {
      const both = times ? weight * (times[good] ?? 0) : 1
      all += both * (pairs[bad * queries + good] ?? 0)
      won += both * (right[bad * queries + good] ?? 0)
    }
  }
  return all === 0 ? null : won / all
}

/** The mean over queries of the AUC among the cases of one query. Differences between queries have no effect on it. */
export function withinAuc({ queries, pairs, right }: PairTable, times?: ArrayLike<number>): number | null {
  let all = 0
  let sum = 0
  for (let query = 0; query < queries; query++) {
    const own = pairs[query * queries + query] ?? 0
    if (own === 0) continue
    const weight = times ? (times[query] ?? 0) : 1
    all += weight
    sum += (weight * (right[query * queries + query] ?? 0)) / own
  }
  return all === 0 ? null : sum / all
}

/** For each query: the number of good and of bad cases, and how many of them were predicted right. */
export interface PredictionTable {
  good: Float64Array
  bad: Float64Array
  rightGood: Float64Array
  rightBad: Float64Array
}

/** A prediction is above 0 for bad and below 0 for good; 0 counts as half of each. */
export function countPredictions(predictions: Float64Array, isBad: Uint8Array, queries: Int32Array): PredictionTable {
  const count = queries.reduce((most, query) => Math.max(most, query + 1), 0)
  const column = () => new Float64Array(count)
  const table: PredictionTable = { good: column(), bad: column(), rightGood: column(), rightBad: column() }
  const add = (sums: Float64Array, query: number, part: number) => {
    sums[query] = (sums[query] ?? 0) + part
  }
  for (let index = 0; index < predictions.length; index++) {
    const query = queries[index] ?? 0
    const prediction = predictions[index] ?? 0
    const predictedBad = prediction > 0 ? 1 : prediction === 0 ? 0.5 : 0
    add(isBad[index] ? table.bad : table.good, query, 1)
    add(isBad[index] ? table.rightBad : table.rightGood, query, isBad[index] ? predictedBad : 1 - predictedBad)
  }
  return table
}

/** The mean of two shares: bad cases predicted bad, good cases predicted good. Null when all cases have one label. */
export function balancedAccuracy(table: PredictionTable, times?: ArrayLike<number>): number | null {
  const sum = (column: Float64Array) => column.reduce((all, count, query) => all + count * (times?.[query] ?? 1), 0)
  const [bad, good] = [sum(table.bad), sum(table.good)]
  return bad === 0 || good === 0 ? null : (sum(table.rightBad) / bad + sum(table.rightGood) / good) / 2
}
