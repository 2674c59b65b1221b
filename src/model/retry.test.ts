import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { waitBeforeRetry } from './retry.ts'

const most = () => 0.999999
const least = () => 0
const failed = (failures: number) => ({ failures, refusals: 0, outages: 0 })
const refused = (refusals: number) => ({ failures: 0, refusals, outages: 0 })

describe('waitBeforeRetry', () => {
  it('waits a random time below a bound that doubles', () => {
    const bounds = [1, 2, 3, 4, 5].map(nth => Math.round(waitBeforeRetry(failed(nth), 'failures', most) ?? 0))
    assert.deepEqual(bounds, [1000, 2000, 4000, 8000, 16000])
    assert.equal(waitBeforeRetry(failed(3), 'failures', least), 0)
  })

  it('gives up after six failures', () => {
    assert.equal(waitBeforeRetry(failed(6), 'failures', least), undefined)
    assert.equal(waitBeforeRetry({ ...failed(6), refusals: 1 }, 'refusals', least), undefined)
  })

  it('is far more patient with refusals, which cost nothing', () => {
    assert.equal(Math.round(waitBeforeRetry(refused(20), 'refusals', most) ?? 0), 8000)
    assert.equal(waitBeforeRetry(refused(30), 'refusals', least), undefined)
  })

  it('does not count how often nobody was there', () => {
    assert.equal(Math.round(waitBeforeRetry({ ...failed(5), outages: 50 }, 'outages', most) ?? 0), 4000)
  })
})
