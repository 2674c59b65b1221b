import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exampleEvaluation } from '../testing/example.ts'
import { chooseLongest, packWithin } from './pack-within.ts'

// Random words, because repeated words would compress to nearly nothing.
const prose = (nth: number, words: number) =>
  Array.from({ length: words }, (_, word) =>
    Math.sin(nth * 1000 + word)
      .toString(36)
      .slice(2, 8),
  ).join(' ')

const evaluations = Array.from({ length: 400 }, (_, nth) =>
  exampleEvaluation({
    id: nth,
    casePath: `shop/query-${String(nth).padStart(3, '0')}-03-bad.md`,
    verdict: { explanation: prose(nth, nth % 2 === 0 ? 20 : 400) },
  }),
)
const source = {
  all: () => [evaluations],
  sample: () => [evaluations.filter((_, nth) => nth % 5 === 0)],
  sampleStep: 5,
}
const options = { proofOf: () => null }

describe('packWithin', () => {
  it('keeps explanations whole when they fit', async () => {
    const packed = await packWithin(() => 10_000_000, source, options)
    assert.deepEqual(packed.shortened, { answers: 0, characters: 0 })
    assert.equal(packed.longest, Infinity)
    assert.equal(packed.cases.length, 400)
  })

  it('cuts the long explanations, counts what it cut, and stays within the limit', async () => {
    const packed = await packWithin(() => 400_000, source, options)
    assert.ok(packed.size <= 400_000 && packed.size > 300_000, String(packed.size))
    assert.equal(packed.shortened.answers, 200)
    const lost = evaluations.reduce(
      (sum, { verdict }) => sum + Math.max(0, verdict.explanation.length - packed.longest),
      0,
    )
    assert.equal(packed.shortened.characters, lost)
  })

  it('never cuts below the shortest length, even when the page is too large', async () => {
    const packed = await packWithin(() => 10, source, options)
    assert.equal(packed.longest, 80)
    assert.equal(packed.cases.length, 400)
  })
})

describe('chooseLongest', () => {
  it('leaves so many characters, and keeps short texts whole', () => {
    // 10 × 100 + 10 × 900 = 10,000 characters; half of it: 1,000 for the short ones, 400 for each long one.
    const list = [...Array<number>(10).fill(900), ...Array<number>(10).fill(100)]
    assert.equal(chooseLongest(list, 5000), 400)
    assert.equal(chooseLongest(list, 10_000), 900)
    assert.equal(chooseLongest(list, 10), 80)
  })
})
