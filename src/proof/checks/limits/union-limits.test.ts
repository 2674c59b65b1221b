import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, toProve } from '../../testing/tiny-application.ts'

let bench: Bench
before(async () => {
  bench = await openBench()
})
after(() => bench.session.close())

const part = (condition: string, secret = "case when :role = 'admin' then secret end") =>
  `(select id, title, ${secret} as secret from docs where tenant_id = :tenant_id and deleted_at is null and ${condition}
    order by id limit least(coalesce(:page_size, 3), 3))`

describe('the parts of a UNION, each with its limit', () => {
  it('are not proved to keep the limit together, although rows that are in both parts come once', async () => {
    const united = `${part('length(title) > 0')} union ${part('id > 0')}`
    const { unproved } = await bench.prove('list-docs', toProve('good', united))
    assert.match(unproved ?? '', /the parts of a UNION give 6 rows together .* and 3 are allowed; put a limit around/)
  })

  it('are proved with a limit around them', async () => {
    const united = `${part('id = 11')} union ${part('id <> 11')}`
    await bench.good('list-docs', `select * from (${united}) u order by id limit 3`)
  })

  it('are proved where only one of them gives rows in a call', async () => {
    const united = `${part(":role = 'admin'", 'secret')} union ${part(":role = 'member'", 'null')}`
    await bench.good('list-docs', `select * from (${united}) u order by id`)
  })
})
