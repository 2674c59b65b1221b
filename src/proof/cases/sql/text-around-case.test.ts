// The engine puts the text of a case into SQL of its own. No text may lead out of the place that it was put into.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, GOOD, openBench, toProve } from '../../testing/tiny-application.ts'

const EVIL = 'reset role; create table if not exists public.owned (n int);'
const LEAKING_CLOSE = GOOD.close.replace('and tenant_id = :tenant_id', '')
const LEAKING_SEARCH = GOOD.search.replace('d.tenant_id = $1', '$1 > 0')
const R1_BREAKS = /labelled good, but R1 breaks/

describe('the text of a case', () => {
  let bench: Bench
  before(async () => {
    bench = await openBench()
  })
  after(() => bench.session.close())

  async function unproved(query: string, code: string): Promise<string> {
    const proof = await bench.prove(query, toProve('good', code))
    const [owned] = await bench.session.run("select to_regclass('public.owned')")
    assert.equal(owned?.rows[0]?.[0], null, `the owner ran a part of ${code}`)
    return proof.unproved ?? ''
  }

  it('does not end the quotes around it', async () => {
    for (const tag of ['$$', '$request_body$', "'"]) {
      const comment = `/* ${tag}; ${EVIL} create function public.rest() returns void language plpgsql as ${tag} */`
      await bench.good('list-docs', `${GOOD.list} ${comment}`)
      assert.match(await unproved('close-doc', `${LEAKING_CLOSE} ${comment}`), R1_BREAKS, tag)
    }
  })

  it('is the one that was checked: a comment that names a function is not cut out of it', async () => {
    const [head = '', body = ''] = LEAKING_SEARCH.split(' as $$')
    const good = GOOD.search.split(' as $$')[1]
    const hidden = `${head} -- For the older function public.\n/* as $$ ${good}; ${EVIL} ${head.replace('search_docs', 'decoy')} -- */\n as $$ ${body}`
    assert.match(await unproved('search-docs', hidden), R1_BREAKS)
    const factor = GOOD.search.replace('d.tenant_id = $1', '(d.tenant_id - $1) -- as in function public.\n * 0 = 0')
    assert.notEqual(factor, GOOD.search)
    assert.match(await unproved('search-docs', factor), R1_BREAKS)
    await bench.good('search-docs', GOOD.search.replace('search_docs', '"public" . search_docs'))
  })

  it('may end with semicolons and comments', async () => {
    for (const end of [';', '; -- done', '; /* done */ ;']) {
      await bench.good('list-docs', GOOD.list + end)
      await bench.good('close-doc', GOOD.close + end)
      assert.match(await unproved('close-doc', LEAKING_CLOSE + end), R1_BREAKS, end)
    }
  })

  it('is refused where the wrapper around it would fail in every call', async () => {
    const named = LEAKING_CLOSE.replace('select id from done', 'select id, 1 as loop from done')
    assert.match(await unproved('close-doc', named), /PostgreSQL does not accept the case: syntax error/)
  })
})
