import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench } from '../testing/tiny-application.ts'
import { reversedOrder } from './stored-order.ts'

let bench: Bench
before(async () => {
  bench = await openBench()
})
after(() => bench.session.close())

describe('the reversed heap', () => {
  it('is reversed also where what was taken back has left room', async () => {
    const { database, session } = bench
    const stored = 'select id from docs order by ctid'
    const [real] = await session.run(stored)
    const expected = real?.rows.toReversed()
    // A page that is full of dead rows is cleaned while it is written to, at one of these times.
    for (let time = 0; time < 45; time++) {
      await session.run("begin; update docs set title = title || 'x'; rollback")
      const results = await session.run(`begin; ${reversedOrder(database).sql}; ${stored}; rollback`)
      assert.deepEqual(results.at(-2)?.rows, expected)
    }
  })
})
