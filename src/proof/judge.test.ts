import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, GOOD, openBench, PROOF, SCHEMA, SEED, toProve } from './testing/tiny-application.ts'

let bench: Bench
before(async () => {
  bench = await openBench(
    SCHEMA,
    SEED,
    PROOF.replace('inserted.actor_id = :user_id}', 'inserted.actor_id = :user_id, times: 1}'),
  )
})
after(() => bench.session.close())

describe('rows that a rule requires', () => {
  it('are told apart: too many, and none', async () => {
    const told = async (rows: string) => {
      const code = GOOD.close.replace('select id, :user_id from done', `$& ${rows}`)
      const { unproved, witnesses } = await bench.prove('close-doc', toProve('bad', code, ['R5']))
      assert.equal(unproved, undefined)
      return witnesses[0]?.sentence ?? ''
    }
    assert.match(
      await told('cross join generate_series(1, 2)'),
      /updated a row of docs with 2 rows in audit where R5 requires 1: 11/,
    )
    assert.match(await told('where false'), /updated a row of docs without the row in audit that R5 requires: 11/)
  })
})
