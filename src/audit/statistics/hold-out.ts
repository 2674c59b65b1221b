import { type Fit, fitLogistic, type Gram } from './logistic-regression.ts'

/** The cost of an error in one row, before the labels are balanced. `decisions/010` says how the cost was chosen. */
const COST = 3

/**
 * Fits all rows. A query has twice as many bad cases as good ones, so an error on a good case costs more: both labels
 * have the same cost in total, and neither is preferred.
 */
export function fitAll(gram: Gram, isBad: Uint8Array): Fit {
  return fitLogistic(
    gram,
    signsOf(isBad),
    costsOf(isBad, () => true),
  )
}

/**
 * Scores each row by a fit to the rows of all other groups. The score is 0 when those rows have only one label.
 * `tolerance` is the same as in `fitLogistic`.
 */
export function holdOutScores(gram: Gram, isBad: Uint8Array, groups: Int32Array, tolerance?: number): Float64Array {
  const signs = signsOf(isBad)
  const options = tolerance === undefined ? {} : { tolerance }
  const start = fitLogistic(
    gram,
    signs,
    costsOf(isBad, () => true),
    options,
  )
  const scores = new Float64Array(gram.size)
  for (const group of new Set(groups)) {
    const costs = costsOf(isBad, row => groups[row] !== group)
    if (costs.every(cost => cost === 0)) continue
    const fit = fitLogistic(gram, signs, costs, { ...options, start })
    groups.forEach((other, row) => {
      if (other === group) scores[row] = fit.scores[row] ?? 0
    })
  }
  return scores
}

/** All costs are 0 when the chosen rows have only one label: then nothing can be learned. */
function costsOf(isBad: Uint8Array, isChosen: (row: number) => boolean): Float64Array {
  let all = 0
  let bad = 0
  isBad.forEach((value, row) => {
    if (!isChosen(row)) return
    all++
    bad += value
  })
  if (bad === 0 || bad === all) return new Float64Array(isBad.length)
  return Float64Array.from(isBad, (value, row) =>
    isChosen(row) ? (COST * all) / (2 * (value === 1 ? bad : all - bad)) : 0,
  )
}

function signsOf(isBad: Uint8Array): Int8Array {
  return Int8Array.from(isBad, value => (value === 1 ? 1 : -1))
}
