import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { checkStatement } from './check-statement.ts'

before(() => loadModule())

describe('checkStatement', () => {
  it('tells what reads, what orders and what is volatile', () => {
    assert.deepEqual(checkStatement('select id from t where at < now() order by id'), {
      kind: 'statement',
      returnsRows: true,
      readsOnly: true,
      calls: ['id', 'at', 'now'],
      asksForOrder: true,
      hasInnerLimit: false,
      hasSubquery: false,
      volatile: ['now()'],
      deciding: ['now()'],
    })
    const writing = checkStatement('with x as (update t set a = 1 returning id) select id from x')
    assert.deepEqual(writing, {
      kind: 'statement',
      returnsRows: true,
      readsOnly: false,
      calls: ['id'],
      asksForOrder: false,
      hasInnerLimit: false,
      hasSubquery: false,
      volatile: [],
      deciding: [],
    })
    const stamped = checkStatement('update t set at = current_timestamp where id = 1')
    assert.ok(!('refused' in stamped))
    assert.deepEqual([stamped.returnsRows, stamped.volatile, stamped.deciding], [false, ['CURRENT_TIMESTAMP'], []])
  })

  it('refuses what is not one SELECT, INSERT, UPDATE, DELETE or MERGE', () => {
    const refused = (sql: string) => {
      const checked = checkStatement(sql)
      return 'refused' in checked ? checked.refused : 'run'
    }
    assert.match(refused('drop table t'), /the case is a DROP statement; SELECT/)
    assert.match(refused('select 1; select 2'), /the case has 2 statements/)
    assert.match(refused('select 1 into t'), /the case is a SELECT INTO/)
    assert.match(refused('select from where'), /the code is not PostgreSQL: syntax error/)
    assert.match(refused(''), /the case has no statement/)
    assert.equal(refused('delete from t'), 'run')
    assert.equal(refused('merge into t using s on t.id = s.id when matched then delete'), 'run')
  })

  it('tells a function that cannot write', () => {
    const readsOnly = (options: string, body: string) => {
      const checked = checkStatement(`create function f() returns int language plpgsql ${options} as $$ ${body} $$`)
      return 'readsOnly' in checked && checked.readsOnly
    }
    assert.ok(readsOnly('', 'begin -- no update\n return (select max(updated) from t); end'))
    assert.ok(!readsOnly('', 'begin update t set a = 1; return 1; end'))
    assert.ok(!readsOnly('volatile', 'begin execute p_text; return 1; end'))
    assert.ok(!readsOnly('', "begin set local timezone = 'UTC'; return 1; end"))
    const atomic = checkStatement(
      'create function f() returns int language sql begin atomic update t set a = g(1); select 1; end',
    )
    assert.ok('readsOnly' in atomic && !atomic.readsOnly && atomic.calls.includes('g'))
  })

  it('takes a function that runs with the rights of its caller', () => {
    const create = (options: string) => checkStatement(`create function f() returns int ${options} as $$ select 1 $$`)
    assert.ok(!('refused' in create('language sql')))
    assert.deepEqual(create('language sql security definer'), {
      refused: 'the case is a SECURITY DEFINER function; SECURITY INVOKER was wanted',
    })
    assert.deepEqual(create("language sql set role = 'x'"), {
      refused: 'the case is a function with SET role, which may change its rights; it is not run',
    })
    assert.ok(!('refused' in create('language sql set search_path = public, pg_temp')))
    assert.ok(!('refused' in create("language sql set timezone = 'UTC' set lock_timeout = '2s'")))
    assert.ok('refused' in create("language sql set search_path = public set role = 'x'"))
    assert.ok('refused' in create("language sql set session authorization 'x'"))
    assert.ok('refused' in create('language sql set session_replication_role from current'))
    const body = (text: string) =>
      checkStatement(`create function f() returns void language plpgsql as $$ begin ${text}; end $$`)
    // PostgreSQL refuses what must be refused, when the function is called: see hostile-cases.test.ts.
    assert.ok(!('refused' in body("execute 'reset role'")))
    assert.ok(!('refused' in body("perform 'please discard role copy to'")))
    assert.deepEqual(create('language c'), { refused: 'the case is a function in c; sql or plpgsql was wanted' })
  })

  it('finds the clock where it decides, also in the body of a function', () => {
    const deciding = (sql: string) => {
      const checked = checkStatement(sql)
      return 'refused' in checked ? checked.refused : checked.deciding.join()
    }
    assert.equal(deciding('select 1 from t where at > current_timestamp'), 'CURRENT_TIMESTAMP')
    assert.equal(deciding('select 1 from t where owner = current_user'), '')
    const sql = 'create function f() returns int language sql'
    assert.equal(deciding(`${sql} as $$ select 1 from t where at > now() $$`), 'now()')
    const withDefault = sql.replace('()', "(strict boolean default now() < '2027-01-01')")
    assert.equal(deciding(`${withDefault} as $$ select 1 from t where strict $$`), 'now()')
    assert.equal(deciding(`${sql} begin atomic select 1 from t where at > now(); end`), 'now()')
    const body = (declared: string, text: string) =>
      deciding(
        `create function f(p int) returns setof int language plpgsql as $$ declare ${declared} begin ${text} end $$`,
      )
    const time = 'v_now timestamptz := now();'
    assert.equal(body('', 'if clock_timestamp() > p then return; end if;'), 'clock_timestamp()')
    assert.equal(body(time, 'return query select t.id from t where t.at > v_now;'), 'now()')
    assert.equal(body('v_at timestamptz;', 'select now() into v_at; delete from t where at < v_at;'), 'now()')
    assert.equal(body('v_at timestamptz;', 'v_at := now(); delete from t where at < v_at;'), 'now()')
    assert.equal(body('', "execute format('delete from %I where at < now()', p);"), 'now()')
    const pasted = "execute 'select clock_' || 'timestamp()' into v_at;"
    const executed = (text: string) =>
      body('v_at timestamptz;', `${pasted} return query execute '${text}' using p, v_at;`)
    assert.equal(executed('select id from t where at < $2'), 'clock_timestamp()')
    assert.equal(executed('update t set at = $2 where id = $1 returning id'), '')
    assert.equal(body('', 'while random() < 1 loop null; end loop;'), 'random()')
    assert.equal(body(time, 'update t set at = v_now where id = p; insert into t values (now());'), '')
    assert.equal(
      body('v_id uuid := gen_random_uuid();', 'insert into t values (v_id); delete from t where id = v_id;'),
      '',
    )
    assert.equal(body(time, 'this is no statement;'), '')
  })

  it('finds a limit that is not on the whole result, also in the body of a function', () => {
    const inside = (sql: string) => {
      const checked = checkStatement(sql)
      return 'refused' in checked ? checked.refused : checked.hasInnerLimit
    }
    assert.equal(inside('select id from t order by id limit 5'), false)
    assert.equal(inside('select id from (select * from t limit 9) t where a = 1 limit 5'), true)
    const numbered = 'select id, row_number() over (order by at desc) as n from t'
    assert.equal(inside(numbered), false)
    assert.equal(inside(`select id from (${numbered}) t where n = 1 and a = 1`), true)
    assert.equal(inside('select id from (select distinct id from t) t where a = 1'), false)
    assert.equal(
      inside('with d as (select distinct on (b) * from t order by b, at) select id from d where a = 1'),
      true,
    )
    const sql = (text: string) => inside(`create function f() returns setof int language sql as $$ ${text} $$`)
    assert.equal(sql('select id from t order by id limit 5'), false)
    assert.equal(sql(`select id from (${numbered}) t where n = 1 and a = 1`), true)
    assert.equal(sql('select id from (select * from t limit 9) t where a = 1'), true)
    const body = (text: string) =>
      inside(
        `create function f(n int) returns setof int language plpgsql as $$ declare q text; r t; begin ${text} end $$`,
      )
    assert.equal(body('return query select id from t order by id limit n;'), false)
    assert.equal(body("return query execute 'select id from t where a = $1 order by id limit $2' using 1, n;"), false)
    assert.equal(body("return query execute format('select id from t order by %I limit %s', q, least(n, 9));"), false)
    assert.equal(body("q := 'select id from t'; q := q || ' limit 9'; return query execute q;"), false)
    assert.equal(body('return query select id from (select * from t limit 9) t where a = 1;'), true)
    assert.equal(body(`return query select id from (${numbered}) t where n = 1 and a = 1;`), true)
    assert.equal(body("return query execute 'select id from (select * from t limit 9) t where a = 1';"), true)
    assert.equal(body("return query execute 'with p as (select * from t limit 9) select id from p limit 5';"), true)
    assert.equal(body('for r in select * from t limit 9 loop return next r.id; end loop;'), true)
    assert.equal(body("for r in execute 'select * from t limit 9' loop return next r.id; end loop;"), true)
    assert.equal(body('select * into r from t where a = 1 order by id limit 1; return next r.id;'), true)
    // What the parser does not take may hold anything, each time that it is asked.
    for (let nth = 0; nth < 3; nth++) assert.equal(body('this is no statement limit 9;'), true)
  })
})
