import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { asksWhere } from './asks-where.ts'

before(() => loadModule())

function inFunction(body: string): string | undefined {
  return asksWhere(`create function f(p text) returns text language plpgsql as $$ begin ${body}; end $$`, true)
}

describe('the word that tells where code runs', () => {
  it('is found in a statement', () => {
    for (const word of ['session_user', 'CURRENT_USER', 'current_schema', 'user', 'current_catalog', 'system_user'])
      assert.equal(asksWhere(`select id from docs where strpos(${word}, 'owner') = 0`, false), word)
    for (const type of ['regnamespace', 'regproc', '"regrole"', 'regclass', 'regtype'])
      assert.equal(asksWhere(`select n::oid::${type}::text from generate_series(1, 9) n`, false), type)
    assert.equal(asksWhere("select regnamespace('public')", false), 'regnamespace')
    const [escaped, other] = ['U&"\\0072egproc"', 'U&"!0072egproc"']
    assert.equal(asksWhere(`select n::${escaped} from t`, false), escaped)
    assert.equal(asksWhere(`select n::${other} uescape '!' from t`, false), other)
    assert.equal(asksWhere('select U&"\\0070eek"(id) from t', false), undefined)
  })

  it('is found in the body of a function, and in what it executes', () => {
    assert.equal(inFunction('get diagnostics p = PG_CONTEXT'), 'PG_CONTEXT')
    assert.equal(inFunction('get stacked diagnostics p = pg_exception_context'), 'pg_exception_context')
    assert.equal(inFunction('get diagnostics p = pg_routine_oid'), 'pg_routine_oid')
    assert.equal(inFunction('return query show search_path'), 'show')
    assert.equal(inFunction("execute 'show plan_cache_mode' into p"), 'show')
    assert.equal(inFunction("execute 'show ' || p into p"), 'show')
    assert.equal(inFunction("execute 'select user' into p"), 'user')
    assert.equal(inFunction("execute 'select session_' || 'user' into p"), 'session_user')
    assert.equal(inFunction("execute E'select \\x73ession_user' into p"), 'session_user')
    assert.equal(inFunction("execute 'do $x$ begin execute ''select current_schema''; end $x$'"), 'current_schema')
  })

  it('is none in names of columns, in written names and in sentences', () => {
    for (const sql of ['select t.user, t.current_user from t', 'select 1 as user', 'select show, "user" from t'])
      assert.equal(asksWhere(sql, false), undefined, sql)
    for (const sql of ["select 'docs'::regclass", "select cast('int' as regtype)", "select 'session_user' -- user"])
      assert.equal(asksWhere(sql, false), undefined, sql)
    const sentence = "p := 'show the user what set role, reset all does'; execute 'select 1'"
    assert.equal(inFunction(sentence.replace('', '')), undefined)
    assert.equal(inFunction("p := 'session_user'"), undefined)
    assert.equal(inFunction('get diagnostics p = row_count'), undefined)
  })
})
