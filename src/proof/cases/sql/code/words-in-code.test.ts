import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { notifyIn, placeIn } from './words-in-code.ts'

before(() => loadModule())

/** A function with this body. */
const withBody = (body: string) => `create function f() returns int language plpgsql as $$ begin ${body} end $$`

describe('placeIn', () => {
  it('finds a system column, however it is spelled', () => {
    for (const code of [
      "select '--' || t.ctid from t",
      "select '/*', t.xmin, '*/' from t",
      'select t.U&"\\0063tid" from t',
      'select t.U&"!+000063tid" uescape \'!\' from t',
      'select (select t.ctid)::text from t',
      'select t."xmax" from t where t.ctid = any ($1)',
      withBody("-- rows\n return '--' || t.ctid from t;"),
      withBody("execute 'select ''--'' || t.ctid from t';"),
      withBody("execute 'select ''' || '-- '' || t.ctid from t';"),
    ])
      assert.match(placeIn(code) ?? '', /^(ctid|xmin|xmax)$/, code)
  })

  it('leaves code alone that only names rows by it, or says so in a comment', () => {
    for (const code of [
      'delete from t where ctid in (select t.ctid from t limit 5)',
      'delete from t where ctid = any (array(select ctid from t for update))',
      'with few as (select ctid from t limit 5) delete from t using few where t.ctid = few.ctid',
      "select '--' as mark /* not ctid */ from t -- nor xmin",
      withBody('-- by ctid\n return 1; /* xmin */'),
    ])
      assert.equal(placeIn(code), undefined, code)
  })
})

describe('notifyIn', () => {
  it('finds the command in a function and in a text', () => {
    for (const body of [
      "notify changed, 'all';",
      "execute format('notify changed, %L', v);",
      'if a then notify b; end if;',
    ])
      assert.ok(notifyIn(withBody(body)), body)
  })

  it('leaves the word alone', () => {
    for (const body of [
      "raise notice 'we notify you';",
      'select notify into v from u; -- notify all',
      "a := 'notify';",
    ])
      assert.ok(!notifyIn(withBody(body)), body)
  })
})
