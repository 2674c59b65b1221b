import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { whyUnclear } from './unclear.ts'

const inBody = (body: string) =>
  `create function f(p_sort text, p_n int) returns setof int language plpgsql as $$
  declare v text; r record; cache text;
  begin
    ${body};
  end $$`

describe('code that cannot be taken apart', () => {
  before(() => loadModule())

  it('keeps a temporary table for the next caller', () => {
    for (const made of [
      'temp table seen as select 1 as id',
      'temp table if not exists seen (id int) on commit delete rows',
    ])
      assert.match(whyUnclear(inBody(`create ${made}`)) ?? '', /keeps a temporary table .* \(line 4: seen\)/, made)
    const inSql = 'create function f() returns int language sql as $$ create temp table seen (id int); select 1 $$'
    assert.match(whyUnclear(inSql) ?? '', /keeps a temporary table/)
    assert.equal(
      whyUnclear(inBody('create temp table seen on commit drop as select 1 as id; drop table seen')),
      undefined,
    )
  })

  it('keeps a setting for the next caller', () => {
    for (const body of ["set app.seen = 'yes'", 'set session app.seen to default; reset app.seen'])
      assert.match(whyUnclear(inBody(body)) ?? '', /keeps a setting .* \(line 4: app.seen\); add LOCAL/, body)
    const inSql = "create function f() returns int language sql as $$ set app.seen = 'yes'; select 1 $$"
    assert.match(whyUnclear(inSql) ?? '', /keeps a setting/)
    for (const body of ["execute 'set app.seen = 1'", "execute 'set ' || 'app.seen = 1'", "execute 'set ' || p_sort"])
      assert.match(whyUnclear(inBody(body)) ?? '', /runs a command that is not judged/, body)
    assert.equal(whyUnclear(inBody("set local app.seen = 'yes'; reset app.seen")), undefined)
  })

  it('computes the code of an error, which chooses a handler', () => {
    for (const code of ["'P000' || p_n", 'p_sort', "case p_n when 1 then p_sort else 'P0002' end"])
      assert.match(
        whyUnclear(inBody(`raise exception 'no' using errcode = ${code}`)) ?? '',
        /computes the code of an error \(line 4: /,
        code,
      )
    for (const code of ["'P0002'", "case p_n when 1 then 'P0003' else 'P0002' end"])
      assert.equal(whyUnclear(inBody(`raise exception 'no' using errcode = ${code}, detail = p_sort`)), undefined, code)
  })

  it('has a name that the prover puts in the place of what it does not see', () => {
    const body = "execute 'select 1 from t proof_head where a = 1 or proof_head.b'"
    assert.match(whyUnclear(inBody(body)) ?? '', /a name that the prover uses itself \(line 4: proof_head\)/)
  })

  it('runs a command in which its text is hidden, or that tells of the session', () => {
    const commands = [
      "do 'begin perform 1; end'",
      'create function pg_temp.g() returns int language sql as $f$ select 1 $f$',
      "execute 'do ''begin perform 1; end'''",
      "execute 'deal' || 'locate all'",
      "execute (array['select 1', 'sh' || 'ow all'])[p_n]",
      "v := 'create temp'; execute v || ' table seen as select 1'",
      "execute format('create temp table %I as select 1', 'seen')",
      "execute 'select 1; create temp table seen as select 1'",
      "execute 'sel' || p_sort",
      'execute p_sort',
      "for r in execute 'explain select 1' loop null; end loop",
    ]
    for (const body of commands)
      assert.match(whyUnclear(inBody(body)) ?? '', /runs a command that is not judged \(line 4: /, body)
  })

  it('sets a setting with which PostgreSQL reads texts otherwise than they are read here', () => {
    for (const body of [
      'set local standard_conforming_strings = off; return query select 1',
      "execute 'set local standard_conforming_strings = off'",
      "execute 'set local backslash_quote to on'",
      'reset all',
      'set local quote_all_identifiers = on',
    ])
      assert.match(whyUnclear(inBody(body)) ?? '', /runs a command that is not judged \(line 4: /, body)
  })

  it('executes a text in pieces of which one is no SQL', () => {
    for (const body of [
      "v := 'select a from t where (a = $1'; v := v || ' or c > 100) and b = 2'; return query execute v",
      "execute 'select a from t where ' || array_to_string(array['a', 'b'], ' or ')",
      "v := 'o'; execute 'select a from t where a ' || v || 'r' || ' b'",
      "execute format('select a from t where a = %*s', p_n, p_sort)",
      "v := case p_n when 1 then '--' else '' end; execute 'select a from t where ' || v || ' a = 1'",
      "execute 'select a from t where a' || array_to_string(string_to_array('or~true', '~'), ' ')",
    ])
      assert.match(whyUnclear(inBody(body)) ?? '', /a part of the case cannot be read \(/, body)
  })

  it('is none where statements are read and written as SQL', () => {
    for (const body of [
      "execute 'select 1'",
      "v := 'with x as (select 1) select a'; v := v || ' from x'; return query execute v || ' limit 1;'",
      "execute format('create temp table %I on commit drop as select 1', 'seen')",
      'execute format($q$ -- all of them\n select 1 $q$)',
      "v := case p_sort when 'x' then 'a desc nulls last' else 'b' end; execute 'select 1 order by ' || v || ' asc'",
      "v := 'select a'; v := v || ' from t'; v := v || ' where a = 1' || ' and b = 2'; v := v || ' order by a'; execute v || ' limit 5'",
      "v := 'select a from t'; v := v || ' left join u on u.a = t.a'; v := v || ' group by a'; execute v || ' having true'",
      "v := 'with done as (update ' || quote_ident(p_sort) || ' t '; v := v || 'set a = 1 where b'; execute v || ' returning 1) select 1'",
      "execute 'select a from t where ' || array_to_string(array['a = 1', 'b = 2'], ' and ')",
      "case p_sort when 'a', 'b' then return; else null; end case",
      "execute case when p_n = 1 then 'select 1' else 'update t set a = 1' end",
      "execute 'set local statement_timeout = 2000'; execute format('set local app.tenant = %L', p_sort)",
      "set local statement_timeout = '2s'; insert into t values (1); lock table t",
    ])
      assert.equal(whyUnclear(inBody(body)), undefined, body)
    assert.equal(whyUnclear('select a from t where b = :n'), undefined)
  })
})
