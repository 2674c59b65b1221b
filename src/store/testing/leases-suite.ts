import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { sampleQuestion } from '../../lib/testing/sample-question.ts'
import { add, type ItStores } from './fresh-place.ts'

export function describeLeases(name: string, itStores: ItStores): void {
  describe(`${name}: leases`, () => {
    const [first, second] = [
      { host: 'here', pid: 1 },
      { host: 'here', pid: 2 },
    ]
    const times = { now: 1000, until: 2000 }

    itStores('let one run at a time ask a question, and other runs see them at once', async (store, place) => {
      await using other = await place.open()
      const questions = [sampleQuestion(), sampleQuestion({ model: 'other' })]
      assert.deepEqual(await store.lease([sampleQuestion()], first, times), [{ type: 'leased' }])
      assert.deepEqual(await other.lease(questions, second, times), [{ type: 'held', by: first }, { type: 'leased' }])
      assert.deepEqual(await store.lease(questions, first, times), [{ type: 'leased' }, { type: 'held', by: second }])
    })

    itStores('end when they are released, and when their time is over', async store => {
      const lease = async (now: number) =>
        (await store.lease([sampleQuestion()], second, { now, until: now + 1 }))[0]?.type
      await store.lease([sampleQuestion()], first, times)
      assert.equal(await lease(1000), 'held')
      await store.release([sampleQuestion()])
      assert.equal(await lease(1000), 'leased')
      await store.lease([sampleQuestion({ model: 'other' })], second, times)
      await store.releaseAll(second)
      assert.deepEqual(await store.lease([sampleQuestion()], first, times), [{ type: 'leased' }])
      await store.renewLeases(first, 5000)
      assert.deepEqual([await lease(3000), await lease(6000)], ['held', 'leased'])
    })

    itStores('end with an answer and with a failure, and what is answered is not leased', async store => {
      const failure = { timestamp: '2026-03-01T12:00:00.000Z', reason: 'no reply', attempts: 2, cost: 0.5 }
      const questions = [sampleQuestion(), sampleQuestion({ model: 'other' })]
      await store.lease(questions, first, times)
      await add(store, sampleQuestion(), 'bad')
      await store.addFailures([{ question: sampleQuestion({ model: 'other' }), failure }])
      assert.deepEqual(await store.lease(questions, second, times), [{ type: 'answered' }, { type: 'leased' }])
    })
  })
}
