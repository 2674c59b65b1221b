import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exampleEvaluation, exampleSummary } from '../testing/example.ts'
import { indexCases } from './index-cases.ts'
import { packCases } from './pack-cases.ts'

const [CASE, OTHER] = ['shop/a-01-bad.md', 'shop/b-01-bad.md']
const said = (name: string, casePath: string, repeat: number, result: 'good' | 'bad') =>
  exampleEvaluation({ model: { name, host: 'h', parameters: '{}' }, casePath, repeat, verdict: { result } })

// In the order of the database: by case, then by name.
const answers = [
  said('apple', CASE, 1, 'good'),
  said('pear', CASE, 1, 'bad'),
  said('pear', CASE, 2, 'good'),
  said('quince', CASE, 1, 'bad'),
  said('quince', OTHER, 1, 'bad'),
]
const packed = await packCases([answers], { proofOf: () => null, longest: Infinity })
const nameOf = (contestant: { model: { name: string } }) => contestant.model.name

describe('indexCases', () => {
  it('puts verdicts in the order of the leaderboard, and maps contestant numbers to that order', () => {
    const summary = exampleSummary(answers)
    const lastFirst = summary.contestants.toSorted((a, b) => nameOf(b).localeCompare(nameOf(a)))
    const { contestants, places, cases } = indexCases(packed, { ...summary, contestants: lastFirst })
    assert.deepEqual(
      contestants.map(({ name }) => name),
      ['quince', 'pear', 'apple'],
    )
    assert.deepEqual(
      packed.contestants.map(key => key.includes('apple')),
      [true, false, false],
    )
    assert.deepEqual(places, [2, 1, 0])
    assert.deepEqual(
      cases.map(({ verdicts }) => verdicts),
      ['b,bg,g', 'b,,'],
    )
  })

  it('leaves out contestants that are not in the summary, and cases that only they answered', () => {
    const { places, cases } = indexCases(packed, exampleSummary(answers.filter(({ model }) => model.name !== 'quince')))
    assert.deepEqual(
      places.map(place => place === null),
      [false, false, true],
    )
    assert.deepEqual(
      cases.map(({ path }) => path),
      [CASE],
    )
  })
})
