import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CASE_KINDS } from '../../cases/kinds.ts'
import { createPreparation } from '../../prover/prove-cases.ts'
import { type Bench, openBench, toProve } from '../../testing/tiny-application.ts'
import { findActors } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import { tiedCalls } from './tied-calls.ts'

let bench: Bench
before(async () => {
  bench = await openBench()
})
after(() => bench.session.close())

describe('a call whose rows come in one order', () => {
  async function tiesOf(order: string): Promise<number[]> {
    const { database } = bench
    const query = database.plan.queries.find(({ name }) => name === 'list-docs')
    const actors = await findActors(database)
    const [actor] = actors
    assert.ok(query && actor)
    const proofRun = { database, seed: 'seed.sql', actors, onCase: () => {}, kills: new Map() }
    const code = `select id, title from docs where :page_size::int is null order by ${order}`
    const { caseRun } = await createPreparation(proofRun, CASE_KINDS)(query, toProve('good', code))
    assert.ok(caseRun)
    const calls = [{ page_size: null }]
    const world = await openWorld(database, UNCHANGED)
    const real = await caseRun.program.run(calls.map(parameters => [{ context: actor.context, parameters }]))
    await world[Symbol.asyncDispose]()
    const batch = { caseRun, actor, calls, real, exempt: new Map() }
    const tied = await tiedCalls(proofRun, actor, batch, [0])
    for (const kind of CASE_KINDS) await kind.forget(database)
    return [...tied]
  }

  it('is tied where equal rows may come in another order', async () => {
    assert.deepEqual(await tiesOf('status'), [0])
    assert.deepEqual(await tiesOf('status, id'), [])
  })
})
