import { type Fit, fitLogistic, type Gram } from './logistic-regression.ts'

/** What a row's error costs before the labels are balanced; `decisions/010` says how it was chosen. */
const COST = 3

/**
 * Fits all rows. The labels cost the same in total: a query has twice as many bad cases as good ones, and the border
 * between them is to lie in the middle all the same.
 */
export function fitAll(gram: Gram, isBad: Uint8Array): Fit {
  return fitLogistic(
    gram,
    signsOf(isBad),
    costsOf(isBad, () => true),
  )
}

/**
 * For each row the score by a fit that saw no row of its group; 0 where the others have one label alone. `tolerance` as
 * in `fitLogistic`.
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

/** All 0 where the chosen rows have one label alone: nothing can be learned. */
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
