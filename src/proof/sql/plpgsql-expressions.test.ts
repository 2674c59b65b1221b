import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { plpgsqlExpressions } from './plpgsql-expressions.ts'

const queries = (definition: string) => plpgsqlExpressions(definition)?.map(({ query }) => query)

describe('plpgsqlExpressions', () => {
  before(() => loadModule())

  it('reads a loop that sets columns of the result with a type of the schema', () => {
    const body = 'begin for id, kind in select a.id, a.kind from a order by kind desc loop return next; end loop; end'
    assert.deepEqual(
      queries(`create function f() returns table (id int, kind app.kind) language plpgsql as $$ ${body} $$`),
      ['select a.id, a.kind from a order by kind desc'],
    )
  })

  it('reads an INTO with several variables of types of the schema', () => {
    const body = `declare "The kind" kind := 'é'; state state = 'x';
      begin select b, c into "The kind", state from t; return state; end`
    assert.deepEqual(queries(`create function f(é int) returns text language plpgsql as $b$ ${body} $b$`), [
      "'é'",
      "'x'",
      'select b, c                        from t',
    ])
  })

  it('gives nothing for what is no PL/pgSQL', () => {
    assert.equal(queries('create function f() returns int language plpgsql as $$ begin if $$'), undefined)
    assert.equal(queries('create function f() returns int begin atomic select 1; end'), undefined)
  })
})
