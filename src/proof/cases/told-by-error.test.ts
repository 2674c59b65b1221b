import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { toldTexts } from './sql/code/told-texts.ts'
import { toldByRaise } from './told-by-error.ts'

before(() => loadModule())

const STEP = { context: { user_id: '7' }, parameters: { id: '17', kind: 'Note', ids: '{3,4}', size: null } }

/** What is told by an error of a function with this body, beside its texts and what the caller sent. */
function told(body: string, message: string, ...fields: string[]): string {
  const code = `create function f(p_id int) returns int language plpgsql as $$ declare v text; begin ${body} return 1; end $$`
  return toldByRaise({ message, fields }, toldTexts(code), STEP)
}

describe('what an error tells', () => {
  it('is nothing for a text of the code with values that the caller sent', () => {
    for (const [body, message] of [
      ["raise exception 'no document %', p_id;", 'no document 17'],
      ["raise exception '100%% of % are %', p_id, 50;", '100% of 17 are 50'],
      ["raise exception '%', 'not ' || 'found: ' || p_id;", 'not found: 17'],
      ["raise exception using message = format('document %s of %s', p_id, 3);", 'document 17 of 3'],
      ["v := case when p_id > 1 then 'not yours' else 'not found' end; raise exception '%', v;", 'not yours'],
      ["raise exception 'cannot void %', lower(p_kind);", 'cannot void note'],
      ["raise exception 'cannot void %', coalesce(p_kind, 'nothing');", 'cannot void nothing'],
      ["raise exception 'refused: %', concat('document ', p_id, ' is closed');", 'refused: document 17 is closed'],
      ["raise exception 'size is %', p_size;", 'size is <NULL>'],
      ["assert p_id > 1, 'the id is too small';", 'the id is too small'],
    ] as const)
      assert.equal(told(body, message), '', message)
  })

  it('is a number or a text that neither has', () => {
    const counted = "raise exception 'document % is one of %', p_id, (select count(*) from docs);"
    assert.equal(told(counted, 'document 17 is one of 62'), '[["62"]]')
    assert.equal(told("raise exception '%', (select title from docs);", 'a title'), '[["a title"]]')
    const hint = "raise exception 'no' using hint = 'ask ' || (select name from users);"
    assert.equal(told(hint, 'no', '', 'ask Bea'), '[[],[],["Bea"]]')
    assert.equal(told("raise exception 'no';", 'something else'), '[["something else"]]')
  })

  it('is a number that is spelled with several texts of the code', () => {
    const spelled = "v := 'one' || 'two'; raise exception '% %', digit(1), digit(2); v := 'two'; v := 'one';"
    assert.notEqual(told(spelled, 'one two'), '')
  })
})
