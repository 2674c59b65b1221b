import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sampleQuestion } from '../../lib/testing/sample-question.ts'
import { describeAnswers } from './answers-suite.ts'
import { describeCases } from './cases-suite.ts'
import { add, current, type FreshPlace, type ItStores, NO_CHANGES, PATH } from './fresh-place.ts'
import { describeLeases } from './leases-suite.ts'
import { describeReading } from './reading-suite.ts'

/** What every store must do. `makePlace` is called for each test. */
export function describeStore(name: string, makePlace: () => Promise<FreshPlace>): void {
  const itStores: ItStores = (what, test) =>
    it(what, async () => {
      await using place = await makePlace()
      await using store = await place.open()
      await test(store, place)
    })
  describeAnswers(name, itStores)
  describeLeases(name, itStores)
  describeCases(name, itStores)
  describeReading(name, itStores)

  describe(`${name}: opening`, () => {
    it('finds nothing where nothing was stored, and makes nothing', async () => {
      await using place = await makePlace()
      assert.equal(await place.openExisting(), undefined)
      assert.equal(await place.openExisting(), undefined)
      await (await place.open())[Symbol.asyncDispose]()
      await using store = await place.openExisting()
      assert.equal(await store?.isEmpty(), true)
    })

    it('leaves no trace of a dry run', async () => {
      await using place = await makePlace()
      {
        await using dryRun = await place.openDryRun()
        assert.equal(await dryRun.isEmpty(), true)
      }
      assert.equal(await place.openExisting(), undefined, 'it was not made')
      await using store = await place.open()
      await add(store, sampleQuestion(), 'bad')
      {
        await using dryRun = await place.openDryRun()
        await add(dryRun, sampleQuestion({ model: 'other' }), 'bad')
        await dryRun.follow({ ...NO_CHANGES, absent: [PATH] })
        assert.deepEqual([(await current(dryRun)).length, await dryRun.absentCases()], [2, [PATH]])
      }
      assert.deepEqual([(await current(store)).length, await store.absentCases()], [1, []])
    })
  })
}
