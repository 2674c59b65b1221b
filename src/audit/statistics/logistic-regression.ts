// Logistic regression with an L2 penalty, solved by Newton's method with conjugate gradients in the space of the cases: O.
// Chapelle, "Training a support vector machine in the primal", Neural Computation 19 (2007), with the logistic loss. The
// method needs only the Gram matrix, however many features there are. A fit gives the scores of all cases, also of those
// that were left out.
//
// With y = ±1, costs c, coefficients a and scores f = K a, the minimum of ½ aᵀKa + Σ c log(1 + exp(−y f)) is where
// a = c y σ(−y f). One step solves (I + D½ K D½) u = D−½ r for the residual r of that equation, with D = c σ(f) σ(−f), and
// adds D½ u to the coefficients.

/** The inner products of all rows with each other, row after row. */
export interface Gram {
  size: number
  values: Float64Array
}

export interface Fit {
  /** The coefficient of each row; 0 for rows left out. The weight of a feature is the sum of coefficient × value over the rows. */
  coefficients: Float64Array
  /** The score of each row, also of rows left out: above 0 means bad. */
  scores: Float64Array
}

const MOST_STEPS = 100
/** The conjugate gradients stop at the latest when the residual is this share of what it was. */
const REDUCTION = 0.02

/**
 * Fits the rows whose cost is above 0. `signs` are +1 (bad) and −1 (good). The cost of a row is the weight of its error
 * against the penalty ½‖w‖². `start` is a fit of the same labels to begin with, perhaps of more rows. The fit ends when
 * every coefficient a is within `tolerance` × cost of c y σ(−y f).
 */
export function fitLogistic(
  gram: Gram,
  signs: Int8Array,
  costs: Float64Array,
  { start, tolerance = 1e-4 }: { start?: Fit; tolerance?: number } = {},
): Fit {
  const { size } = gram
  const coefficients = costs.map((cost, row) => (cost > 0 ? (start?.coefficients[row] ?? 0) : 0))
  const scores = start ? scoresWithout(gram, start, costs) : new Float64Array(size)
  const residual = new Float64Array(size)
  const roots = new Float64Array(size)
  let objective = objectiveOf(coefficients, scores, signs, costs)

  for (let step = 0; step < MOST_STEPS; step++) {
    let furthest = 0
    for (let row = 0; row < size; row++) {
      const cost = costs[row] ?? 0
      if (cost === 0) continue
      const sign = signs[row] ?? 1
      const errorProbability = 1 / (1 + Math.exp(sign * (scores[row] ?? 0)))
      const distance = cost * sign * errorProbability - (coefficients[row] ?? 0)
      // Never 0, because the residual is divided by the root.
      const root = Math.sqrt(Math.max(cost * errorProbability * (1 - errorProbability), 1e-10))
      roots[row] = root
      residual[row] = distance / root
      furthest = Math.max(furthest, Math.abs(distance) / cost)
    }
    if (furthest < tolerance) break
    const { change, scoreChange } = solveStep(
      gram,
      roots,
      residual,
      Math.min(Math.max(tolerance / furthest / 2, REDUCTION), 0.5),
    )
    // A whole step nearly always works. A step that would raise the objective is halved.
    for (let length = 1; length > 1e-6; length /= 2) {
      addScaled(coefficients, change, length)
      addScaled(scores, scoreChange, length)
      const reached = objectiveOf(coefficients, scores, signs, costs)
      if (reached <= objective + 1e-12 * Math.abs(objective)) {
        objective = reached
        break
      }
      addScaled(coefficients, change, -length)
      addScaled(scores, scoreChange, -length)
    }
  }
  return { coefficients, scores }
}

/** Solves (I + R K R) u = residual by conjugate gradients, R being the roots. Returns R u and K R u. */
function solveStep({ size, values }: Gram, roots: Float64Array, residual: Float64Array, reduction: number) {
  const change = new Float64Array(size)
  const scoreChange = new Float64Array(size)
  const rest = residual.slice()
  const direction = residual.slice()
  const scaled = new Float64Array(size)
  const image = new Float64Array(size)
  let square = dot(rest, rest)
  const enough = square * reduction ** 2
  for (let round = 0; round < size && square > enough; round++) {
    for (let row = 0; row < size; row++) scaled[row] = (roots[row] ?? 0) * (direction[row] ?? 0)
    multiply(values, scaled, image)
    const length = square / (dot(direction, direction) + dot(scaled, image))
    addScaled(change, scaled, length)
    addScaled(scoreChange, image, length)
    for (let row = 0; row < size; row++) {
      rest[row] = (rest[row] ?? 0) - length * ((direction[row] ?? 0) + (roots[row] ?? 0) * (image[row] ?? 0))
    }
    const before = square
    square = dot(rest, rest)
    for (let row = 0; row < size; row++) direction[row] = (rest[row] ?? 0) + (square / before) * (direction[row] ?? 0)
  }
  return { change, scoreChange }
}

/** The scores of a fit after the coefficients of rows without cost were set to 0. */
function scoresWithout({ size, values }: Gram, { coefficients, scores }: Fit, costs: Float64Array): Float64Array {
  const left = scores.slice()
  for (let row = 0; row < size; row++) {
    const coefficient = coefficients[row] ?? 0
    if (costs[row] !== 0 || coefficient === 0) continue
    addScaled(left, values.subarray(row * size, (row + 1) * size), -coefficient)
  }
  return left
}

function objectiveOf(coefficients: Float64Array, scores: Float64Array, signs: Int8Array, costs: Float64Array): number {
  let sum = 0
  for (let row = 0; row < costs.length; row++) {
    const cost = costs[row] ?? 0
    if (cost === 0) continue
    const score = scores[row] ?? 0
    const margin = (signs[row] ?? 1) * score
    sum +=
      ((coefficients[row] ?? 0) * score) / 2 + cost * (Math.log1p(Math.exp(-Math.abs(margin))) + Math.max(-margin, 0))
  }
  return sum
}

/* biome-ignore-start lint/style/noNonNullAssertion: the innermost loops, in which every index is in range. */

/** Four rows at a time: with one sum, each addition would have to wait for the one before. */
function multiply(matrix: Float64Array, vector: Float64Array, product: Float64Array): void {
  const size = vector.length
  let row = 0
  for (; row + 4 <= size; row += 4) {
    const first = row * size
    const second = first + size
    const third = second + size
    const fourth = third + size
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let column = 0; column < size; column++) {
      const value = vector[column]!
      a += matrix[first + column]! * value
      b += matrix[second + column]! * value
      c += matrix[third + column]! * value
      d += matrix[fourth + column]! * value
    }
    product[row] = a
    product[row + 1] = b
    product[row + 2] = c
    product[row + 3] = d
  }
  for (; row < size; row++) product[row] = dot(matrix.subarray(row * size, (row + 1) * size), vector)
}

function addScaled(sum: Float64Array, vector: Float64Array, factor: number): void {
  for (let index = 0; index < sum.length; index++) sum[index]! += factor * vector[index]!
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!
  return sum
}

/* biome-ignore-end lint/style/noNonNullAssertion: as above. */
