import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MEASURES } from './measures.ts'

// D. Chicco and G. Jurman, "The advantages of the Matthews correlation coefficient (MCC) over F1 score and accuracy in
// binary classification evaluation", BMC Genomics 21:6, 2020: the use cases A1 to C2, with the figures of the article.
const USE_CASES = [
  { name: 'A1', tp: 90, fn: 1, tn: 0, fp: 9, accuracy: 0.9, f1: 0.95, mcc: -0.03 },
  { name: 'A2', tp: 5, fn: 70, tn: 19, fp: 6, accuracy: 0.24, f1: 0.12, mcc: -0.24 },
  { name: 'B1', tp: 47, fn: 3, tn: 5, fp: 45, accuracy: 0.52, f1: 0.66, mcc: 0.07 },
  { name: 'B2', tp: 10, fn: 40, tn: 46, fp: 4, accuracy: 0.56, f1: 0.31, mcc: 0.17 },
  { name: 'C1', tp: 9, fn: 1, tn: 1, fp: 89, accuracy: 0.1, f1: 0.17, mcc: -0.19 },
  { name: 'C2', tp: 2, fn: 9, tn: 88, fp: 1, accuracy: 0.9, f1: 0.29, mcc: 0.31 },
]

describe('MEASURES', () => {
  for (const { name, tp, fn, tn, fp, ...expected } of USE_CASES) {
    it(`gives the accuracy, F1 and MCC of use case ${name} of Chicco and Jurman`, () => {
      const of = (measure: 'accuracy' | 'f1' | 'mcc') =>
        Number(MEASURES[measure].of(tp, tp + fn, tn, tn + fp).toFixed(2))
      assert.deepEqual({ accuracy: of('accuracy'), f1: of('f1'), mcc: of('mcc') }, expected)
    })
  }

  it('makes F1 the harmonic mean of precision and catch rate', () => {
    for (const { tp, fn, tn, fp } of USE_CASES) {
      const precision = MEASURES.precision.of(tp, tn, tn + fp)
      const recall = MEASURES.catchRate.of(tp, tp + fn)
      const mean = (2 * precision * recall) / (precision + recall)
      assert.ok(Math.abs(MEASURES.f1.of(tp, tp + fn, tn, tn + fp) - mean) < 1e-12)
    }
  })

  it('gives MCC and balanced accuracy their extremes', () => {
    const both = (caught: number, cleared: number) => [
      MEASURES.mcc.of(caught, 4, cleared, 2),
      MEASURES.balancedAccuracy.of(caught, 4, cleared, 2),
    ]
    assert.deepEqual(both(4, 2), [1, 1])
    assert.deepEqual(both(0, 0), [-1, 0])
    assert.deepEqual(both(4, 0), [0, 0.5])
    assert.deepEqual(both(0, 2), [0, 0.5])
  })

  it('has no number without the cases that it is about', () => {
    assert.ok(Number.isNaN(MEASURES.mcc.of(4, 4, 0, 0)))
    assert.ok(Number.isNaN(MEASURES.precision.of(4, 0, 0)))
    assert.ok(Number.isNaN(MEASURES.f1.of(0, 0, 2, 2)))
    assert.ok(Number.isNaN(MEASURES.precision.of(0, 2, 2)), 'nothing was called bad')
  })
})
