import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutPermits } from '../permits/permits.ts'

const permitsOf = async (body: string) => {
  const code = `create function f(p_n int, p_t text, out a int) returns setof int language plpgsql as $$
    declare v int; w bool; k record; begin ${body} end $$`
  return (await withoutPermits(code, [], [])).map(({ what }) => what)
}

describe('queries on which something else depends', () => {
  it('have each conjunct at work, but for what says which rows are meant', async () => {
    for (const body of [
      'perform 1 from t where t.id = p_n and t.b < 100 and t.c; if found then return; end if;',
      'select 1 into v from t where t.id = p_n and t.b < 100 and t.c; if v = 1 then return; end if;',
      'w := exists (select from t where t.id = p_n and t.b < 100 and t.c); if w then return; end if;',
      'for k in select * from t where t.id = p_n and t.b < 100 and t.c loop if k.d then return; end if; end loop;',
      'if exists (select from t where t.id = p_n and t.b < 100 and t.c) then v := 2; end if;',
      'select 1 into k from t where t.id = p_n and t.b < 100 and t.c; v := k.a + 1; if v = 2 then return; end if;',
      "execute 'select 1 from t where t.id = p_n and t.b < 100 and t.c' into v; if v = 1 then return; end if;",
    ]) {
      const found = await permitsOf(body)
      assert.ok(found.includes('t.b < 100') && found.includes('t.c'), body)
      assert.ok(!found.includes('t.id = p_n'), body)
    }
  })

  it('are none whose rows only come back', async () => {
    const body =
      'if p_n = 1 then return; end if; select t.b into v from t where t.b < 100 and t.c; return query select v;'
    assert.ok(!(await permitsOf(body)).includes('t.b < 100'))
    const later =
      'perform 1 from t; if not found then return; end if; return query select 1 from t where t.b < 100 and t.c;'
    assert.ok(!(await permitsOf(later)).includes('t.b < 100'))
  })

  it('give values that are no mere output', async () => {
    const body =
      'select k.c and k.b < 100, case when k.d then k.e end into w, v from t k; if w or v = 1 then return; end if;'
    const found = await permitsOf(body)
    for (const part of ['k.b < 100', 'k.d']) assert.ok(found.includes(part), part)
  })

  it('are loops, whose bounds matter', async () => {
    assert.ok((await permitsOf('for i in 500 .. length(p_t) loop v := 1; end loop;')).includes('length(p_t)'))
    assert.deepEqual(await permitsOf('for i in 1 .. 3 loop p_n := 1; end loop;'), ['p_n := 1'])
    const limited = 'perform 1 from t limit 900 / length(p_t); if found then return; end if;'
    assert.ok((await permitsOf(limited)).includes('900 / length(p_t)'))
  })
})

describe('values that a RAISE tells', () => {
  it('are seen where they come from elsewhere than from parameters', async () => {
    const raise = (value: string) => permitsOf(`raise exception 'no %', ${value};`)
    assert.deepEqual(await raise('p_t'), [])
    assert.deepEqual(await raise("coalesce(p_t, 'none')"), [])
    assert.deepEqual(await raise('k.title'), ['k.title'])
    assert.deepEqual(await raise('(select title from t where b or c)'), [
      '(SELECT title FROM t WHERE b OR c)',
      '(SELECT title FROM t WHERE b OR c)',
      'b',
      'b OR c',
      'c',
    ])
  })
})
