import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF, SCHEMA, SEED, toProve } from './testing/tiny-application.ts'

let bench: Bench
before(async () => {
  const seed = `${SEED}; insert into docs (id, tenant_id, title, secret, status) values (14, 1, 'closed of one', 's14', 'closed')`
  const move = `
  move-doc:
    parameters: {doc_id: docs.id, to: {type: text, values: [open, closed, lost]}}
    max_rows: none
    works:
      - {as: ann, with: {doc_id: 11, to: closed}, gives: [11], changes: {docs: [11], audit: 1}}
`
  bench = await openBench(SCHEMA, seed, PROOF + move)
})
after(() => bench.session.close())

const moving = (steps: string) => `with moved as (
    update docs set status = :to where id = :doc_id and tenant_id = :tenant_id and deleted_at is null
      and (status, :to) in (${steps}) returning id
  ), noted as (insert into audit (doc_id, actor_id) select id, :user_id from moved)
  select id from moved`

describe('the sweep', () => {
  it('tries every choice on every row: a forbidden step stands in no call that works', async () => {
    const good = await bench.prove('move-doc', toProve('good', moving("('open', 'closed')")))
    assert.equal(good.unproved, undefined)
    const reopening = moving("('open', 'closed'), ('closed', 'open')")
    const bad = await bench.prove('move-doc', toProve('bad', reopening, ['R4']))
    assert.equal(bad.unproved, undefined)
    assert.match(bad.witnesses[0]?.sentence ?? '', /doc_id = 14 and to = open .* status from closed to open/)
  })
})
