import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { quoteMarksIn } from './quote-marks-in.ts'
import { removedTextsIn } from './removed-texts-in.ts'

before(() => loadModule())

const body = (code: string, mark = '$$') =>
  `create function f(p text) returns text language plpgsql as ${mark} ${code} ${mark}`

describe('the marks of dollar quotes', () => {
  it('are those inside texts, and not the mark of the body', () => {
    assert.deepEqual(quoteMarksIn(body("execute 'select $q$' || p || '$q$, $Ü1$' || p || '$Ü1$';")), ['$q$', '$Ü1$'])
    assert.deepEqual(quoteMarksIn(body("execute 'select $$' || p || '$$ where id = $1 or id = $2';", '$f$')), ['$$'])
  })
})

describe('the texts that code may remove', () => {
  it('are its literals, the words of its patterns and its marks', () => {
    const code = body(
      "p := regexp_replace(p, '\\mor\\M|union', '', 'gi'); tag := '$s$'; execute 'select 1 where a = ' || p;",
    )
    assert.deepEqual(removedTextsIn(code), ['$s$', '\\mor\\M|union', 'or', 'union', 'gi'])
  })

  it('are none where the code does not remove anything', () => {
    assert.deepEqual(
      removedTextsIn('create or replace function f(p text) returns text as $$ select p || $q$or$q$ $$'),
      [],
    )
  })
})
