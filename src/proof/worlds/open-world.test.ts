import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { compareSettings } from '../database/session-state.ts'
import { type Bench, openBench } from '../testing/tiny-application.ts'
import { openWorld } from './open-world.ts'
import { reversedOrder } from './stored-order.ts'
import { UNCHANGED, type WorldBuild } from './world.ts'

let bench: Bench
before(async () => {
  bench = await openBench()
})
after(() => bench.session.close())

/** Compares settings after a call that does this, in a world. */
async function settingsAfter(call: string, build: WorldBuild): Promise<void> {
  const { database, session } = bench
  await using _ = await openWorld(database, build)
  compareSettings(database, (await session.run(`${call}; ${database.settings}`)).at(-1))
}

describe('settings after a call', () => {
  it('are those of the world, where a world has its own', async () => {
    await settingsAfter('select 1', reversedOrder(bench.database))
    await settingsAfter('select 1', UNCHANGED)
  })

  it('are other ones where the call changed any of them', async () => {
    const disturbs = { name: 'DisturbanceError' }
    await assert.rejects(settingsAfter('set local enable_indexscan = on', reversedOrder(bench.database)), disturbs)
    await assert.rejects(settingsAfter('set local enable_indexscan = off', UNCHANGED), disturbs)
  })
})
