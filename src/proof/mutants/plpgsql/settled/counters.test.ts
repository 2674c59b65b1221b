import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutPermits } from '../../permits/permits.ts'

const inBody = (body: string, declared = 'v_left int := 50;', parameters = 'p_sort text') =>
  `create function f(${parameters}, out a int) returns setof ${parameters.startsWith('inout') ? 'record' : 'int'} language plpgsql as $$ declare ${declared} r record; begin ${body} end $$`

const permitsOf = async (...parts: Parameters<typeof inBody>) =>
  (await withoutPermits(inBody(...parts), [], [])).map(({ what }) => what).filter(what => /v_left/.test(what))

const loop = (body: string) =>
  `for r in select t.a from t loop ${body} a := r.a; return next; v_left := v_left - 1; end loop;`

describe('a counter of a loop', () => {
  it('only says how many rows come', async () => {
    assert.deepEqual(await permitsOf(loop('exit when v_left = 0;')), [])
    assert.deepEqual(await permitsOf(loop('exit when v_left = 0 or r.a > 7;')), [])
  })

  for (const [what, ...parts] of [
    [
      'is counted in a branch',
      loop('exit when v_left = 0;').replace(
        'v_left := v_left - 1;',
        "if p_sort <> 'x' then v_left := v_left - 1; end if;",
      ),
    ],
    ['is set elsewhere', `if p_sort = 'x' then v_left := 100000; end if; ${loop('exit when v_left = 0;')}`],
    ['does not start with a constant', loop('exit when v_left = 0;'), 'v_left int := (select count(*) from t);'],
    ['steps by more than a constant', loop('exit when v_left = 0;').replace('- 1', "- (p_sort <> 'x')::int")],
    ['ends the loop only where something else holds', loop("exit when v_left = 0 and p_sort <> 'x';")],
    ['is left out in some turns', loop("exit when v_left = 0; a := r.a; return next; continue when p_sort = 'x';")],
    [
      'decides something behind the loop',
      `${loop('exit when v_left = 0;')} if v_left > 0 then return query select 1; end if;`,
    ],
    ['comes back', loop('exit when v_left = 0;').replaceAll('v_left', 'p_left'), '', 'inout p_left int'],
    ['is in a loop of a loop', `for i in 1..3 loop ${loop('exit when v_left = 0;')} end loop;`],
    ['counts while a check is left out', loop("exit when v_left = 0; if r.a > 7 then raise exception 'no'; end if;")],
  ] as [string, ...Parameters<typeof inBody>][])
    it(`must be seen at work where it ${what}`, async () => {
      const found = (await withoutPermits(inBody(...parts), [], [])).map(({ what }) => what)
      assert.ok(
        found.some(one => /[vp]_left/.test(one)),
        found.join('; '),
      )
    })
})
