import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutPermits } from './permits.ts'

const permitsOf = async (sql: string) =>
  (await withoutPermits(sql, ['role', 'org_id', 'n'], [])).map(({ what }) => what)

const inBody = (body: string) =>
  `create function f(p_role text, p_n int) returns setof int language plpgsql as $$ declare v bool; w int; x bool := v; y int := w; begin ${body} end $$`

describe('choices', () => {
  it('are conditions whose value is used for something else, both ways', async () => {
    assert.deepEqual(await permitsOf('select a from t where b = (array[:n, b])[1 + (c = 7)::int]'), [
      '1 + CAST(c = 7 AS int) → 1',
      '1 + CAST(c = 7 AS int)',
      'c = 7 → true',
      'c = 7 → false',
    ])
    for (const condition of [
      'c is null',
      'exists (select from u)',
      'c in (7, 8)',
      'starts_with(c, d)',
      'c between 1 and 2',
    ]) {
      const found = await permitsOf(`select a from t where b = f((${condition})::int)`)
      for (const value of ['true', 'false'])
        assert.ok(
          found.some(what => what.endsWith(`→ ${value}`)),
          condition,
        )
    }
  })

  it('are conditions that are assigned, and those of an IF that does more than refuse', async () => {
    assert.deepEqual(await permitsOf(inBody("v := p_role = 'x' and p_n = 7;")), [
      "p_role = 'x' → true",
      "p_role = 'x' → false",
      'p_n = 7 → true',
      "v := p_role = 'x' and p_n = 7",
    ])
    const found = await permitsOf(inBody("if p_role = 'x' and p_n < 7 then w := 1; else w := p_n; end if;"))
    for (const part of ["p_role = 'x' → true", 'p_n < 7 → true']) assert.ok(found.includes(part), part)
  })

  it('are no conditions that only restrict', async () => {
    assert.deepEqual(
      await permitsOf('select a from t join u on t.id = u.id where b = 1 and not (c = 2) having d > 3'),
      [],
    )
    assert.deepEqual(await permitsOf('select a from t where coalesce(b > :n, true) and (c = 1) is true'), [
      'COALESCE(b > :n, true) → b > :n',
      'b > :n in COALESCE(b > :n, true)',
    ])
  })

  it('are no masks, and no constants that come back', async () => {
    assert.deepEqual(await permitsOf('select jsonb_build_object(1, case when b = 1 and c = 2 then d end) from t'), [
      'WHEN b = 1 AND c = 2 THEN d',
    ])
    assert.deepEqual(await permitsOf("select case when b = 1 and c = 2 then 'x' else 'y' end from t"), [])
  })

  it('are constants that are chosen inside', async () => {
    const sql = 'select a from t, (select case when b = 1 then 1 else 2 end as pick from u) x'
    assert.deepEqual(await permitsOf(sql), ['b = 1 → true', 'b = 1 → false', 'ELSE 2'])
    assert.deepEqual(await permitsOf(inBody("w := case p_role when 'x' then 0 else 40 end;")), [
      "WHEN 'x' THEN 0",
      'ELSE 40',
      "w := case p_role when 'x' then 0 else 40 end",
    ])
    assert.ok(
      (await permitsOf("select a from t limit case :role when 'x' then 9 end")).some(what => what.endsWith('→ 9')),
    )
  })

  it('are no constants that a parameter of the client chooses', async () => {
    assert.deepEqual(await permitsOf('update t set a = case when :n then null else b end'), ['ELSE b'])
  })

  it('are no refusals of a column by which rows are chosen, unless it is turned round', async () => {
    const sql = (use: string) =>
      `select a from (select a, case :role when 'x' then b else false end as open from t) x where ${use}`
    assert.deepEqual(await permitsOf(sql('x.open and a > 1')), ["WHEN 'x' THEN b"])
    for (const use of ['not x.open', 'f(x.open)', '(x.open)::int = 0', 'case when x.open then c = 1 else true end'])
      assert.ok((await permitsOf(sql(use))).includes('ELSE false'), use)
  })

  it('are what is below an IS NOT TRUE, as below a NOT', async () => {
    assert.deepEqual(await permitsOf('select a from t where (b = 1 and c = 2) is not true'), ['b = 1', 'c = 2'])
  })

  it('are the values of an array from which another choice is made', async () => {
    assert.deepEqual(await permitsOf("select min(x) from unnest(array['a', 'B']) as x"), [
      "'a' in ARRAY['a', 'B']",
      "'B' in ARRAY['a', 'B']",
    ])
  })

  it('are NULLIF, but for a divisor', async () => {
    assert.deepEqual(await permitsOf('select 1 / nullif(b, 0) from t limit nullif(:n, 7)'), [
      '1 / (NULLIF (b, 0)) → 1',
      'NULLIF (:n, 7) → :n',
    ])
  })

  it('are values that a COALESCE tries first, and sub-queries', async () => {
    assert.deepEqual(await permitsOf('select a from t where org_id = coalesce((select max(x) from u), :org_id)'), [
      'COALESCE((SELECT max(x) FROM u), :org_id) → (SELECT max(x) FROM u)',
      '(SELECT max(x) FROM u) in COALESCE((SELECT max(x) FROM u), :org_id)',
      '(SELECT max(x) FROM u)',
    ])
    assert.deepEqual(await permitsOf('select coalesce(a, b) from t limit least(coalesce(:n, 50), 50)'), [])
  })
})

describe('no choices', () => {
  it('are assignments that nothing reads, and conditions of an IF that only gives rows, made true', async () => {
    const unread =
      'create function f(p_n int) returns int language plpgsql as $$ declare u text; begin u := p_n; return 1; end $$'
    assert.deepEqual(await permitsOf(unread), [])
    const filter = await permitsOf(inBody('for w in select 1 loop if w = p_n then return next w; end if; end loop;'))
    assert.deepEqual(filter, ['w = p_n', 'return next w'])
  })

  it('are values that only come back, and sub-queries that only take away', async () => {
    assert.deepEqual(await permitsOf('select exists (select from t) as any'), [])
    assert.deepEqual(await permitsOf('select a from t where (select count(*) from t u) < 100'), [])
  })
})
