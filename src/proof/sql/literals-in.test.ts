import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { literalsIn } from './literals-in.ts'

describe('literals of code', () => {
  before(() => loadModule())

  it('are its texts and numbers, each once', () => {
    const code = "select 1.5, 'it''s', 30 from docs where status = 'OPEN' and at > :now - interval '90 days' and n > 30"
    assert.deepEqual(literalsIn(code), ['1.5', "it's", '30', 'OPEN', '90', '90 days'])
  })

  it('are found in bodies of functions and in SQL in strings', () => {
    const code = `create function f(term text) returns setof int language plpgsql as $$ begin
      if term = 'all' then return query execute 'select id from docs where kind = ''note'' limit 50'; end if;
    end $$`
    assert.deepEqual(
      literalsIn(code).filter(literal => literal.length < 10),
      ['all', 'note', '50'],
    )
  })

  it('are not what comments say, nor names, nor long texts', () => {
    assert.deepEqual(literalsIn(`select "x 1" -- 'no' 7\n from t1 where body = '${'long '.repeat(30)}'`), [])
  })

  it('are none where the code is no SQL', () => assert.deepEqual(literalsIn("select 'open"), []))
})
