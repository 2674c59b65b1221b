import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { computedColumns } from './computed-columns.ts'

before(() => loadModule())

/** The columns that the code of a function in PL/pgSQL computes. */
function inFunction(body: string, declared = ''): string[] {
  return [
    ...computedColumns(
      `create function f() returns int language plpgsql as $$ declare v int; ${declared} begin ${body} return 1; end $$`,
    ),
  ]
}

describe('computedColumns', () => {
  it('finds the columns whose values come from rows, in statements, functions and texts', () => {
    assert.deepEqual([...computedColumns('insert into t (id, a) select gen_random_uuid(), s.a from s')], ['t.a'])
    assert.deepEqual([...computedColumns('insert into t select * from s')], ['t.*'])
    assert.deepEqual(inFunction('insert into t (id) values ((select max(id) from s));'), ['t.id'])
    assert.deepEqual(inFunction("execute 'insert into t (id) select s.id from s';"), ['t.id'])
    const atomic =
      'create function f() returns void language sql begin atomic insert into t (id) select s.id from s; end'
    assert.deepEqual([...computedColumns(atomic)], ['t.id'])
  })

  it('finds them in a MERGE, and in what is set where a row exists', () => {
    const merge = (insert: string) =>
      [...computedColumns(`merge into t using s on false when not matched then insert ${insert}`)].sort()
    assert.deepEqual(merge('(id, a) values (overlay(gen_random_uuid()::text placing s.a from 16)::uuid, $1)'), ['t.id'])
    assert.deepEqual(merge('(id, a) values (gen_random_uuid(), $1)'), [])
    assert.deepEqual(merge('(a) values (default)'), [])
    assert.deepEqual(merge('default values'), [])
    assert.deepEqual(merge('values (gen_random_uuid(), s.a)'), ['t.*'])
    const update = 'merge into t using s on true when matched then update set at = now() + s.n, b = now()'
    assert.deepEqual([...computedColumns(update)], ['t.at'])
    const conflict = 'insert into t (id) values (default) on conflict (id) do update set at = (select max(at) from s)'
    assert.deepEqual([...computedColumns(conflict)], ['t.at'])
    assert.deepEqual([...computedColumns('update t set (a, at) = (select s.a, s.at from s)')], ['t.a', 't.at'])
    assert.deepEqual([...computedColumns('insert into t (id) select s.id from s union select $1')], ['t.id'])
  })

  it('takes all columns for computed where an executed text that inserts is not known', () => {
    assert.deepEqual(inFunction("execute format('insert into %I (id) select s.id from s', v);"), ['*'])
    assert.deepEqual(inFunction("execute format('insert into t (%I) select s.id from s', v);"), ['t.*'])
    assert.deepEqual(inFunction("execute 'insert ' || 'into t (id) select s.id from s where x = ' || v;"), ['t.id'])
    assert.deepEqual(inFunction("execute format('insert into t (id) select s.id %s %s', v, v);"), ['*'])
    assert.deepEqual(inFunction("execute format('update %I set a = $1 where id = $2', v) using 1, 2;"), [])
    assert.deepEqual(inFunction("v_sql := 'insert into t (id) select s.id from s'; execute v_sql;", 'v_sql text;'), [
      't.id',
    ])
    assert.deepEqual(inFunction("raise exception 'insert into this is not allowed';"), [])
  })

  it('takes a function that is no generator for one that reads rows', () => {
    assert.deepEqual([...computedColumns('insert into t (id, a) values (gen_random_uuid(), secret_of())')], ['t.a'])
  })

  it('leaves out a variable that is set once, by a generator', () => {
    const insert = 'insert into t (id) values (v_id) returning id into v;'
    const declared = 'v_id uuid := gen_random_uuid();'
    assert.deepEqual(inFunction(insert, declared), [])
    assert.deepEqual(inFunction(`v_id := gen_random_uuid(); ${insert}`, 'v_id uuid;'), [])
    for (const other of [
      'v_id := (select max(id) from s);',
      'select max(id) into v_id from s;',
      'for v_id in select id from s loop null; end loop;',
      'declare /* here */ v_id varchar(36) := (select max(id) from s); begin null; end;',
    ])
      assert.deepEqual(inFunction(`${other} ${insert}`, declared), ['t.id'], other)
    assert.deepEqual(inFunction(insert, 'v_id uuid := secret_of();'), ['t.id'])
  })
})
