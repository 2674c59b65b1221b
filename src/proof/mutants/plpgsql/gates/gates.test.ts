import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutPermits } from '../../permits/permits.ts'
import type { Surroundings } from './gates.ts'

const HIDDEN = 't.b < 100'
const ALONE: Surroundings = {
  keys: { t: ['id'], u: ['id', 'nr'] },
  endsByReturn: true,
  endsByError: true,
  writers: ['log'],
}

/** Whether a hidden condition of the body must be seen at work. */
async function isSeen(body: string, surroundings = ALONE, returns = 'table (a int)'): Promise<boolean> {
  const parameters = returns === 'trigger' ? '' : 'p_n int'
  const code = `create function f(${parameters}) returns ${returns} language plpgsql as $$
    declare v int; w t%rowtype; ${parameters ? '' : 'p_n int := tg_nargs;'} begin ${body} end $$`
  const found = await withoutPermits(code, [], [], surroundings)
  return found.some(({ what }) => what === HIDDEN)
}

const UPDATE = `update t set c = p_n from u where t.id = p_n and u.t_id = t.id and u.open and ${HIDDEN} returning t.c into v;`
const LEAVE = 'if not found then return; end if;'
const REST = 'insert into log values (v); if v = 3 then raise exception $m$no$m$; end if; return query select 1;'

describe('a condition of a query only restricts where the body is left without a row', () => {
  for (const [what, body] of Object.entries({
    'an UPDATE of one row': `${UPDATE} ${LEAVE} ${REST}`,
    'a SELECT of one row': `select * into w from t where t.id = p_n and ${HIDDEN} for update; ${LEAVE} ${REST}`,
    'a variable that is NULL': `select t.c into v from t where t.id = p_n and ${HIDDEN}; if v is null or v = 9 then return; end if; ${REST}`,
    'a record without a key': `select * into w from t where t.id = p_n and ${HIDDEN}; if w.id is null then return; end if; ${REST}`,
    'an error': `insert into log values (1); ${UPDATE} if not found then raise exception $m$no$m$; end if; ${REST}`,
    'an error in a loop': `for i in 1..2 loop ${UPDATE} if not found then raise exception $m$no$m$; end if; insert into log values (v); end loop;`,
    'a number of rows': `${UPDATE} get diagnostics p_n = row_count; if p_n = 0 then return; end if; ${REST}`,
    'an ELSE': `${UPDATE} if found then insert into log values (v); else return; end if; ${REST}`,
    'the end of an IF': `if p_n > 0 then insert into log values (1) returning 1 into v; else ${UPDATE} end if; ${LEAVE} ${REST}`,
    'several rows of which none is kept': `perform 1 from t where t.c = p_n and ${HIDDEN}; ${LEAVE} ${REST}`,
    'two tables whose keys are given': `insert into s select t.c from t join u on u.id = t.c and u.nr = 1 where t.id = p_n and ${HIDDEN} returning a into v; ${LEAVE} ${REST}`,
  }))
    it(what, async () => assert.ok(!(await isSeen(body))))

  it('a trigger that leaves out the row', async () => {
    const body = `${UPDATE} if not found then return null; end if; insert into log values (v); return new;`
    assert.ok(!(await isSeen(body, ALONE, 'trigger')))
  })

  it('but its arms must be seen, and what it gives', async () => {
    const code = `create function f(p_n int) returns setof int language plpgsql as $$ declare v int; begin
      update t set c = case when c > 7 then 1 end where id = p_n and (b or d) returning case when t.b < 100 then 1 else 2 end into v; ${LEAVE} ${REST} end $$`
    const found = (await withoutPermits(code, [], [], ALONE)).map(({ what }) => what)
    for (const part of ['b', 'd', HIDDEN]) assert.ok(found.includes(part), `${part} in ${found}`)
  })
})

describe('a condition of a query may permit', () => {
  for (const [what, body] of Object.entries({
    'behind a write': `insert into log values (1); ${UPDATE} ${LEAVE} ${REST}`,
    'behind a function that writes': `perform log(1); ${UPDATE} ${LEAVE} ${REST}`,
    'in a loop that is left': `for i in 1..2 loop ${UPDATE} ${LEAVE} insert into log values (v); end loop;`,
    'in a block that catches errors': `begin ${UPDATE} ${LEAVE} ${REST} exception when others then null; end;`,
    'where a caught error follows': `begin ${UPDATE} if not found then raise exception $m$no$m$; end if; exception when raise_exception then null; end; ${REST}`,
    'where it chooses another row': `select t.c into v from t where t.d = p_n and ${HIDDEN}; ${LEAVE} ${REST}`,
    'where it chooses what is kept': `select u.c into v from t join u on u.id = t.c where t.id = p_n and ${HIDDEN}; ${LEAVE} ${REST}`,
    'where it chooses what is written': `update t set c = u.c from u where t.id = p_n and u.nr = t.c and ${HIDDEN}; ${LEAVE} ${REST}`,
    'where two rows are an error': `update t set c = 1 where t.d = p_n and ${HIDDEN} returning t.c into v; ${LEAVE} ${REST}`,
    'where half of a key is given': `update u set c = 1 from t where u.id = p_n and t.id = p_n and ${HIDDEN} returning u.c into v; ${LEAVE} ${REST}`,
    'where it is one of several rows': `select t.c into v from t where t.id = p_n and ${HIDDEN} union all select 1; ${LEAVE} ${REST}`,
    'where rows are counted': `select count(*) into v from t where t.id = p_n and ${HIDDEN}; ${LEAVE} ${REST}`,
    'where more is done without a row': `${UPDATE} if not found then insert into s values (1); return; end if; ${REST}`,
    'where a number of rows ends the body': `${UPDATE} get diagnostics p_n = row_count; if p_n > 0 then return; end if; ${REST}`,
    'where some number of rows is asked for': `${UPDATE} get diagnostics p_n = row_count; if p_n < 2 then return; end if; ${REST}`,
    'where a row ends the body': `${UPDATE} if found then return; end if; ${REST}`,
    'where nothing is asked': `select t.c into v from t where t.id = p_n and ${HIDDEN}; if v = 3 then return; end if; ${REST}`,
    'where something else is asked first': `${UPDATE} v := 3; if v is null then return; end if; ${REST}`,
    'where a name means two things': `declare found boolean; begin ${UPDATE} ${LEAVE} ${REST} end;`,
  }))
    it(what, async () => assert.ok(await isSeen(body)))

  it('in a function that others call', async () => {
    assert.ok(await isSeen(`${UPDATE} ${LEAVE} ${REST}`, { ...ALONE, endsByReturn: false }))
    const raising = `${UPDATE} if not found then raise exception $m$no$m$; end if; ${REST}`
    assert.ok(!(await isSeen(raising, { ...ALONE, endsByReturn: false })))
    assert.ok(await isSeen(raising, { ...ALONE, endsByError: false }))
  })

  it('in a trigger that keeps the row', async () => {
    const body = `${UPDATE} if not found then return new; end if; insert into log values (v); return new;`
    assert.ok(await isSeen(body, ALONE, 'trigger'))
  })
})
