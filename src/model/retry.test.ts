import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { waitBeforeRetry } from './retry.ts'

const most = () => 0.999999
const least = () => 0

describe('waitBeforeRetry', () => {
  it('waits a random time below a bound that doubles', () => {
    const bounds = [1, 2, 3, 4, 5].map(failures => Math.round(waitBeforeRetry(failures, null, most) ?? 0))
    assert.deepEqual(bounds, [1000, 2000, 4000, 8000, 16000])
    assert.equal(waitBeforeRetry(3, null, least), 0)
  })

  it('gives up after six attempts', () => {
    assert.equal(waitBeforeRetry(6, null, least), undefined)
    assert.equal(waitBeforeRetry(6, 1000, least), undefined)
  })

  it('never comes back before the server said, nor all at once', () => {
    assert.equal(waitBeforeRetry(1, 7000, least), 7000)
    assert.equal(Math.round(waitBeforeRetry(3, 7000, most) ?? 0), 8000)
    assert.equal(
      Math.round(waitBeforeRetry(5, 0, most) ?? 0),
      16000,
      'a server that says "at once" does not mean for ever',
    )
  })

  it('does not wait for a server that wants an hour', () => {
    assert.equal(waitBeforeRetry(1, 3_600_000, least), undefined)
  })
})
