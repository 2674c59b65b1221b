// Logistic regression with an L2 penalty, solved in its dual by coordinate descent: H.-F. Yu, F.-L. Huang and C.-J. Lin,
// "Dual coordinate descent methods for logistic regression and maximum entropy models", Machine Learning 85 (2011),
// doi 10.1007/s10994-010-5221-8. The dual needs only the Gram matrix, however many features there are, and the score of a
// case that was left out is there as soon as the fit is.
//
// With y = ±1, signed coefficients a and scores f = K a, the optimum is a_i = y_i c_i σ(−y_i f_i). We depart from the
// paper in solving each coordinate for t = logit(|a_i| / c_i): that function has a slope of at least 1 everywhere, so that
// Newton's method needs no safeguards at the borders 0 and c_i.

/** The inner products of all rows with each other, row after row. */
export interface Gram {
  size: number
  values: Float64Array
}

export interface Fit {
  /** Of each row; 0 for those left out. The weight of a feature is the sum of coefficient × value over the rows. */
  coefficients: Float64Array
  /** Of each row, also of those left out: above 0 means bad. */
  scores: Float64Array
}

const MOST_SWEEPS = 1000
const NEWTON_STEPS = 4

/**
 * Fits the rows whose cost is above 0. `signs` are +1 (bad) and −1 (good); a row's cost is how much an error there weighs
 * against the penalty ½‖w‖². `start` is a fit of the same rows, or of more, to begin from. It ends when no
 * coefficient moves by more than `tolerance` of its cost.
 */
export function fitLogistic(
  gram: Gram,
  signs: Int8Array,
  costs: Float64Array,
  { start, tolerance = 1e-5 }: { start?: Fit; tolerance?: number } = {},
): Fit {
  const { size, values } = gram
  const coefficients = new Float64Array(size)
  const scores = start ? start.scores.slice() : new Float64Array(size)
  const rows: number[] = []
  for (let row = 0; row < size; row++) {
    const cost = costs[row] ?? 0
    if (cost > 0) rows.push(row)
    const before = start?.coefficients[row] ?? 0
    const now = cost > 0 ? Math.sign(before) * Math.min(Math.abs(before), cost) : 0
    coefficients[row] = now
    if (now !== before) addRow(values, row, now - before, scores)
  }
  const logits = Float64Array.from(coefficients, (value, row) => logit(Math.abs(value) / (costs[row] ?? 1)))

  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let furthest = 0
    for (const row of rows) {
      const cost = costs[row] ?? 0
      const sign = signs[row] ?? 1
      const own = (values[row * size + row] ?? 0) * cost
      const before = coefficients[row] ?? 0
      const others = sign * ((scores[row] ?? 0) - (values[row * size + row] ?? 0) * before)
      let t = logits[row] ?? 0
      let share = sigmoid(t)
      for (let step = 0; step < NEWTON_STEPS; step++) {
        const change = (others + own * share + t) / (1 + own * share * (1 - share))
        t -= change
        share = sigmoid(t)
        if (Math.abs(change) < tolerance) break
      }
      logits[row] = t
      const now = sign * cost * share
      coefficients[row] = now
      addRow(values, row, now - before, scores)
      furthest = Math.max(furthest, Math.abs(now - before) / cost)
    }
    if (furthest < tolerance) break
  }
  return { coefficients, scores }
}

function addRow(values: Float64Array, row: number, factor: number, sum: Float64Array): void {
  const offset = row * sum.length
  for (let index = 0; index < sum.length; index++) {
    // biome-ignore lint/style/noNonNullAssertion: the innermost loop; both indexes are in range.
    sum[index]! += factor * values[offset + index]!
  }
}

function sigmoid(t: number): number {
  return 1 / (1 + Math.exp(-t))
}

// Far enough from the borders that Newton's method gets back.
function logit(share: number): number {
  const inside = Math.min(Math.max(share, 1e-4), 1 - 1e-4)
  return Math.log(inside / (1 - inside))
}
