import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutPermits } from './permits.ts'

/** The permits of a statement or a function, as they are named. */
async function permitsOf(sql: string, required: string[] = []): Promise<string[]> {
  return (await withoutPermits(sql, ['role', 'org_id', 'now', 'n'], required)).map(({ what }) => what)
}

const inBody = (body: string) =>
  `create function f(p_role text, p_n int) returns setof int language plpgsql as $$ declare v int; n int; x int := v; y int := n; begin ${body} end $$`

describe('permits', () => {
  it('are the arms of an OR, and none of an AND', async () => {
    assert.deepEqual(await permitsOf('select a from t where org_id = :org_id and (b = 1 or c = 2)'), ['b = 1', 'c = 2'])
  })

  it('are the values of a list', async () => {
    assert.deepEqual(await permitsOf("select a from t where s in ('x', 'y') and s not in ('p', 'q')"), [
      "'x' in s IN ('x', 'y')",
      "'y' in s IN ('x', 'y')",
    ])
  })

  it('are not the conditions by which a loop ends or leaves something out', async () => {
    const sql = inBody('for n in select a from t loop exit when n = 9; continue when n = 7; return next n; end loop;')
    assert.deepEqual(await permitsOf(sql), ['(SELECT a FROM t)', 'return next n'])
  })

  it('are assignments in a loop, which is left where it might never end without them', async () => {
    const body = 'while v < 9 loop v := v + n; n := v + 1; p_n := 3; end loop;'
    const found = await withoutPermits(inBody(body), [], [])
    const bodies = found.map(({ sql }) => /while.*end loop/.exec(sql ?? '')?.[0])
    assert.deepEqual(bodies.slice(-3), [
      'while v < 9 loop EXIT; n := v + 1; p_n := 3; end loop',
      'while v < 9 loop v := v + n; EXIT; p_n := 3; end loop',
      'while v < 9 loop v := v + n; n := v + 1; NULL; end loop',
    ])
  })

  it('are the conjuncts, and not the arms, of what takes away', async () => {
    const sql = 'select a from t where not exists (select from u where u.a = t.a and u.until > :now and (u.b or u.c))'
    assert.deepEqual(await permitsOf(sql), ['u.until > :now', 'u.b OR u.c'])
    assert.deepEqual(await permitsOf('select a from t where not (b = 1 or c = 2)'), [])
  })

  it('are branches that tell or decide', async () => {
    assert.deepEqual(await permitsOf("select case when :role = 'x' then secret when b then 'none' end from t"), [
      "WHEN :role = 'x' THEN secret",
      ":role = 'x' → true",
    ])
    assert.deepEqual(await permitsOf("select case when b then 'yes' else 'no' end from t"), [])
    assert.deepEqual(
      await permitsOf(
        "select a from t where at > :now - case :role when 'x' then interval '2 days' else interval '0' end",
      ),
      [
        ":now - (CASE :role WHEN 'x' THEN '2 days'::interval ELSE '0'::interval END) → :now",
        ":now - (CASE :role WHEN 'x' THEN '2 days'::interval ELSE '0'::interval END) → CASE :role WHEN 'x' THEN '2 days'::interval ELSE '0'::interval END",
        "WHEN 'x' THEN '2 days'::interval",
        "ELSE '0'::interval",
      ],
    )
  })

  it('are also where rows are sorted, counted off and grouped, but for bounds of a number', async () => {
    const clamp = 'limit case when :n is null or :n > 9 then 9 else :n end'
    assert.deepEqual(await permitsOf(`select a from t order by case when :role = 'x' then a else b end ${clamp}`), [
      "WHEN :role = 'x' THEN a",
      ":role = 'x' → true",
      'ELSE b',
    ])
    assert.deepEqual(await permitsOf(`select a from t order by a, b desc ${clamp}`), [])
    const many = '(select count(*) from u) < 100'
    for (const sql of [
      `select a from t order by case when ${many} then b end`,
      `select a from t limit case when ${many} then 9 else 900 end`,
      `select a, count(*) over w from t window w as (partition by case when ${many} then b end)`,
    ])
      assert.ok((await permitsOf(sql)).includes('((SELECT count(*) FROM u)) < 100 → true'), sql)
    assert.deepEqual(await permitsOf('select a from t limit greatest(:n, (select max(m) from u))'), [
      'GREATEST(:n, (SELECT max(m) FROM u)) → (SELECT max(m) FROM u)',
      'GREATEST(:n, (SELECT max(m) FROM u)) → :n',
      '(SELECT max(m) FROM u)',
    ])
  })

  it('are defaults in conditions that let something through', async () => {
    assert.deepEqual(await permitsOf('select a from t where b = coalesce(:n, b) and coalesce(c, false)'), [
      'COALESCE(:n, b) → :n',
      ':n in COALESCE(:n, b)',
      'c in COALESCE(c, false)',
    ])
    assert.deepEqual(await permitsOf('select a from t where not coalesce(c, true) and not coalesce(d, false)'), [
      'c in COALESCE(c, true)',
      'COALESCE(d, false) → d',
      'd in COALESCE(d, false)',
    ])
    assert.deepEqual(await permitsOf('select a from t where b = coalesce(nullif(:n, 0), b)'), [
      'COALESCE(NULLIF (:n, 0), b) → NULLIF (:n, 0)',
      'NULLIF (:n, 0) in COALESCE(NULLIF (:n, 0), b)',
      'NULLIF (:n, 0) → :n',
    ])
    assert.deepEqual(await permitsOf('select a from t where nullif(c, 0) > 1 and b = nullif(:n, 0)'), [])
    assert.deepEqual(await permitsOf('select a from t where b <= case when :n > 50 then 50 else :n end'), ['ELSE :n'])
  })

  it('are the sides of a UNION', async () => {
    assert.deepEqual(await permitsOf('select a from t union all select b from u'), [
      'UNION SELECT a FROM t',
      'UNION SELECT b FROM u',
    ])
  })

  it('are what keeps a row out of a table into which a rule requires rows', async () => {
    const sql = 'with x as (update t set a = 1 returning id) insert into log select id from x where id < 100'
    assert.deepEqual(await permitsOf(sql, ['log']), ['id < 100'])
    assert.deepEqual(await permitsOf(sql), [])
  })

  it('are conditions of variables in a guard, which link no rows', async () => {
    assert.deepEqual(
      await permitsOf(inBody("if v = n and exists (select from u where u.a = p_n) then raise 'no'; end if;")),
      ['v = n', 'EXISTS (SELECT FROM u WHERE u.a = p_n)'],
    )
    const hidden = inBody("if exists (select from u where v = n and u.a = p_n) then raise 'no'; end if;")
    assert.deepEqual(await permitsOf(hidden), ['v = n'])
  })

  it('are the IFs of a function that do more than refuse', async () => {
    assert.deepEqual(await permitsOf(inBody("if p_role = 'x' then return query select id from t; end if;")), [
      "p_role = 'x'",
      'return query select id from t',
    ])
    assert.deepEqual(await permitsOf(inBody("if p_role = 'x' or p_n = 1 then raise 'no'; end if;")), [])
    assert.deepEqual(await permitsOf(inBody('if p_n > 50 then p_n := 50; end if;')), [])
    assert.deepEqual(await permitsOf(inBody('if p_n > 50 then v := 2; end if;')), ['p_n > 50', 'v := 2'])
  })

  it('are those who are spared a check', async () => {
    assert.deepEqual(await permitsOf(inBody("if p_role <> 'x' then if p_n > 1 then raise 'no'; end if; end if;")), [
      "p_role <> 'x'",
      "p_role <> 'x'",
    ])
  })

  it('are operands, but for constants and for the start of a text', async () => {
    assert.deepEqual(await permitsOf('select a from t where (org_id - :org_id) * b = 0'), [
      '(org_id - :org_id) * b → org_id - :org_id',
      '(org_id - :org_id) * b → b',
      'org_id - :org_id → org_id',
      'org_id - :org_id → :org_id',
    ])
    assert.deepEqual(await permitsOf("select a from t where at > :now - interval '2 days' and b like :n || '%'"), [])
    assert.deepEqual(await permitsOf("select a from t where b like :n || repeat('%', c)"), [
      ":n || repeat('%', c) → :n",
      'c',
    ])
    assert.deepEqual(await permitsOf('select (array[1, 2])[1 + (:n = 7)::int] from t limit least(:n, 50)'), [
      '1 + CAST(:n = 7 AS int) → 1',
      '1 + CAST(:n = 7 AS int)',
      ':n = 7 → true',
      ':n = 7 → false',
    ])
    assert.deepEqual(await permitsOf('select a from t where b = greatest(:n, c) order by a * b'), [
      'GREATEST(:n, c) → c',
      'GREATEST(:n, c) → :n',
      'a * b → a',
      'a * b → b',
    ])
  })

  it('are no operands that are always the same, and no extremes of a limit', async () => {
    assert.deepEqual(
      await permitsOf("select b || left('none', 0) from t where at > :now - make_interval(days => 7)"),
      [],
    )
    assert.deepEqual(await permitsOf(inBody("v := format('%I', p_role) || length(p_role);")), [
      "v := format('%I', p_role) || length(p_role)",
    ])
    assert.deepEqual(await permitsOf('select a from t limit least(:n, v, 50)'), [])
    for (const open of ['current_schema()', 'session_user', "has_schema_privilege('s', 'usage')"])
      assert.equal((await permitsOf(`select a from t where b = :n || ${open}`)).length, 1, open)
  })

  it('are statements that give rows, run text or read tables, and no locks', async () => {
    for (const statement of ["execute 'select 1'", 'perform lower(a) from t where t.id = p_n', 'v := 1'])
      assert.deepEqual(await permitsOf(inBody(`${statement};`)), [statement])
    const assigned = 'v := (select max(id) from t)'
    assert.deepEqual(await permitsOf(inBody(`${assigned};`)), ['(SELECT max(id) FROM t)', assigned])
    const harmless = "perform 1 from t for update; perform lower(p_n); execute 'set local work_mem = 64'; return;"
    assert.deepEqual(await permitsOf(inBody(harmless)), [])
  })

  it('are assignments in loops and in handlers of errors', async () => {
    assert.deepEqual(await permitsOf(inBody('for i in 1..p_n loop v := 7; end loop;')), ['p_n', 'v := 7'])
    const handler = 'begin v := 1; exception when others then v := 2; end;'
    assert.deepEqual(await permitsOf(inBody(handler)), ['v := 1', 'v := 2', 'WHEN others'])
  })
})
