import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, GOOD, openBench, toProve } from '../../testing/tiny-application.ts'

let bench: Bench
before(async () => {
  bench = await openBench()
})
after(() => bench.session.close())

const listed = (condition: string) => GOOD.list.replace('deleted_at is null', `deleted_at is null and ${condition}`)

describe('a threshold that the seed does not reach', () => {
  it('is found among many hidden rows, and in high numbers', async () => {
    for (const condition of [
      '(select count(*) from docs d) <= 50',
      '(select count(*) from docs d where d.tenant_id <> :tenant_id) <= 50',
      '(select coalesce(sum(amount), 0) from payments) < 10000',
    ]) {
      const { unproved } = await bench.prove('list-docs', toProve('good', listed(condition)))
      assert.match(unproved ?? '', /labelled good, but R\d.* break/, condition)
    }
  })

  it('may be about what the caller may see', async () => {
    const own = '(select coalesce(sum(amount), 0) from payments p where p.tenant_id = :tenant_id)'
    await bench.good('list-docs', listed(`${own} > 0`))
    // No rule breaks, but the sum decides in no call.
    const { unproved, witnesses } = await bench.prove('list-docs', toProve('good', listed(`${own} < 10000`)))
    assert.match(unproved ?? '', /^no call shows what a part of the case permits \(line 2: sum\(amount\) in COALESCE/)
    assert.deepEqual(witnesses, [])
  })
})
