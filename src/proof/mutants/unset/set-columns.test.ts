import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setColumns } from './set-columns.ts'

const found = (text: string, ...views: string[]) => [...(setColumns([text], views) ?? ['any'])].sort()

describe('setColumns', () => {
  it('finds what UPDATE sets', () => {
    assert.deepEqual(found('update docs d set title = 1, "body" = (select id = 2 from x) where d.id = 3'), [
      'body',
      'title',
    ])
    assert.deepEqual(found('update docs set (a, b) = (select 1, 2) from t where id = 1'), ['a', 'b'])
    assert.deepEqual(found('with x as (update docs set a = 1 returning id) select * from x where id = 1'), ['a'])
    assert.deepEqual(found('insert into docs values (1) on conflict (id) do update set a = excluded.a'), ['a'])
  })

  it('finds elements of arrays, and what the body of a function sets that is written as a string', () => {
    assert.deepEqual(found('update docs set tags[1] = 2'), ['tags'])
    assert.deepEqual(found(`create function f() returns void language sql as 'update docs set a = 1'`), ['a'])
  })

  it('finds what a trigger sets, and leaves out what it compares', () => {
    assert.deepEqual(found('begin if new.a = old.a then new.b := 1; end if; new.c = 2; return new; end'), ['b', 'c'])
  })

  it('leaves out settings, strings and comments', () => {
    assert.deepEqual(
      found(`create function f() set search_path to public as $$ begin if new.a = 1 then end if; end $$`),
      [],
    )
    assert.deepEqual(found(`update docs set a = 'x = 1, y' -- set b = 1`), ['a'])
  })

  it('follows the names that a view gives', () => {
    assert.deepEqual(found('update v set amount = 1', 'SELECT id, total AS amount FROM docs'), ['amount', 'total'])
  })

  it('takes any column where text is executed, rows are merged, or a whole row is set', () => {
    for (const text of ['begin execute p; end', 'merge into docs using x on true', 'begin new := x; return new; end'])
      assert.deepEqual(found(text), ['any'], text)
    assert.deepEqual(found('begin select * into new from docs; end'), ['any'])
  })
})
