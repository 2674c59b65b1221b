import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, GOOD, openBench, toProve } from '../../testing/tiny-application.ts'

describe('reached', () => {
  let bench: Bench
  before(async () => {
    bench = await openBench()
  })
  after(() => bench.session.close())

  const why = async (query: string, code: string) => (await bench.prove(query, toProve('good', code))).unproved ?? ''
  const list = (condition: string) =>
    GOOD.list
      .replace('where tenant_id = :tenant_id', `where ${condition}`)
      .replace('and deleted_at', '\nand deleted_at')

  it('leaves a case unproved of which no call shows what a part permits', async () => {
    for (const part of ['(SELECT count(*) FROM docs) > 5000', "title = 'legacy'", 'tenant_id = 2 AND :user_id = 77'])
      assert.match(
        await why('list-docs', list(`(tenant_id = :tenant_id or ${part})`)),
        /no call shows what a part of the case permits \(line 2: /,
      )
  })

  it('names the part and its line, and says what would decide', async () => {
    assert.equal(
      await why('list-docs', list("(tenant_id = :tenant_id or title = 'legacy')")),
      `no call shows what a part of the case permits (line 2: title = 'legacy'): with and without it, all calls give the same; add a row or a call of "works" in which it matters, or leave it out`,
    )
  })

  it('leaves a function unproved that has a branch which no call takes', async () => {
    const hidden = GOOD.search.replace(
      'return query execute',
      "if md5(p_term) = md5('open' || chr(32)) then\n return query select d.id, d.title from docs d; end if;\n return query execute",
    )
    assert.match(await why('search-docs', hidden), /permits \(line 3: md5\(p_term\) = md5/)
  })

  it('leaves a case unproved that keeps a row out of a log under a condition which no call meets', async () => {
    const silent = GOOD.close.replace('select id, :user_id from done', 'select id, :user_id from done where id < 100')
    assert.match(await why('close-doc', silent), /permits \(line 4: id < 100\)/)
  })

  it('proves a case whose parts are all at work', async () => {
    await bench.good('list-docs', list("tenant_id = :tenant_id and (id in (11, 12) or :role = 'admin')"))
    await bench.good('search-docs', GOOD.search)
    await bench.good('close-doc', GOOD.close)
    await bench.good('pay', GOOD.pay)
  })

  it('says nothing of a case that is labelled bad', async () => {
    const code = list("(tenant_id = :tenant_id or id = 31 or title = 'legacy')")
    assert.equal((await bench.prove('list-docs', toProve('bad', code, ['R1']))).unproved, undefined)
  })
})
