import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { waitBeforeRetry } from './retry.ts'

const most = () => 0.999999
const least = () => 0
const failed = (failures: number) => ({ failures, refusals: 0 })
const refused = (refusals: number) => ({ failures: 0, refusals })

describe('waitBeforeRetry', () => {
  it('waits a random time below a bound that doubles', () => {
    const bounds = [1, 2, 3, 4, 5].map(nth => Math.round(waitBeforeRetry(failed(nth), false, most) ?? 0))
    assert.deepEqual(bounds, [1000, 2000, 4000, 8000, 16000])
    assert.equal(waitBeforeRetry(failed(3), false, least), 0)
  })

  it('gives up after six failures', () => {
    assert.equal(waitBeforeRetry(failed(6), false, least), undefined)
    assert.equal(waitBeforeRetry({ failures: 6, refusals: 1 }, true, least), undefined)
  })

  it('is far more patient with refusals, which cost nothing', () => {
    assert.equal(Math.round(waitBeforeRetry(refused(20), true, most) ?? 0), 8000)
    assert.equal(waitBeforeRetry(refused(30), true, least), undefined)
  })
})
