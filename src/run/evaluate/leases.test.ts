import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sampleQuestion } from '../../lib/testing/sample-question.ts'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { createLeases } from './leases.ts'

/** The leases of a process where these processes run. */
function leasesOf(store: Store, pid: number, { running = [1, 2], host = 'here', ms = 0 } = {}) {
  return createLeases(
    store,
    () => new Date(ms),
    { host, pid },
    one => running.includes(one),
  )
}

describe('createLeases', () => {
  it('lets one run at a time ask a question', async () => {
    using folder = temporaryFolder()
    await using store = await openStore(join(folder.path, 'results.db'))
    assert.deepEqual(await leasesOf(store, 1).take(sampleQuestion()), { type: 'leased' })
    assert.deepEqual(await leasesOf(store, 2).take(sampleQuestion()), { type: 'held', by: { host: 'here', pid: 1 } })
    await leasesOf(store, 1).release(sampleQuestion())
    assert.deepEqual(await leasesOf(store, 2).take(sampleQuestion()), { type: 'leased' })
  })

  it('takes over from a run of this machine that has died, and waits for one elsewhere until its time is over', async () => {
    using folder = temporaryFolder()
    await using store = await openStore(join(folder.path, 'results.db'))
    await leasesOf(store, 1).take(sampleQuestion())
    const elsewhere = (ms: number) => leasesOf(store, 2, { running: [2], host: 'elsewhere', ms })
    assert.equal((await elsewhere(0).take(sampleQuestion())).type, 'held', 'nobody can look there')
    assert.deepEqual(await leasesOf(store, 2, { running: [2] }).take(sampleQuestion()), { type: 'leased' })
    await leasesOf(store, 2, { ms: 60_000 }).renew()
    assert.equal((await elsewhere(120_000).take(sampleQuestion())).type, 'held', 'it was renewed')
    assert.equal((await elsewhere(200_000).take(sampleQuestion())).type, 'leased', 'and time ends it')
  })
})
