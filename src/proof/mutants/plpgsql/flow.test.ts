import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutPermits } from '../permits/permits.ts'

const inBody = (body: string) =>
  `create function f(p_n int, out a int) returns setof int language plpgsql as $$ declare v int; r record; begin ${body} end $$`

const withoutEach = (body: string) => withoutPermits(inBody(body), [], [])
const permitsOf = async (body: string) => (await withoutEach(body)).map(({ what }) => what)

describe('conditions by which a body is left', () => {
  it('are guards where all that they leave out gives rows', async () => {
    for (const body of [
      'if p_n > 7 or p_n = 5 then return; end if; if v = 3 then raise exception $m$no$m$; end if; return next;',
      'loop exit when p_n > 7 or p_n = 5; a := 1; return next; end loop;',
      'if p_n > 7 or p_n = 5 then raise exception $m$no$m$ using errcode = $m$P0002$m$; end if; return next;',
      'begin if p_n > 7 or p_n = 5 then return; end if; insert into u values (1); exception when unique_violation then return; end;',
    ])
      assert.deepEqual(
        (await permitsOf(body)).filter(what => /p_n/.test(what)),
        [],
        body,
      )
  })

  it('are choices where they may leave out a check, an assignment or a write', async () => {
    for (const body of [
      '<<b>> begin exit b when p_n > 7; if v = 3 then return; end if; end; return next;',
      'for i in 1..2 loop continue when p_n > 7; if v = 3 then raise exception $m$no$m$; end if; end loop;',
      'for i in 1..2 loop exit when p_n > 7; v := 3; end loop; return next;',
      'for i in 1..2 loop if p_n > 7 then continue; end if; insert into log values (1); end loop;',
      'return query select 1; if p_n > 7 then return; end if; if v = 3 then raise exception $m$no$m$; end if;',
      'update t set b = 1; if p_n > 7 then return; end if; insert into log values (1);',
      'for i in 1..2 loop if p_n > 7 then return; end if; return next; end loop;',
      'begin if p_n > 7 then raise exception $m$no$m$; end if; exception when others then v := 1; end;',
      'begin if p_n > 7 and v::numeric(2, 0) > 0 then return; end if; exception when numeric_value_out_of_range then null; end;',
      'if p_n > 7 then raise notice $m$no$m$; end if;',
      'loop continue when p_n > 7; exit when v = 3; return next; end loop;',
    ])
      assert.ok(
        (await permitsOf(body)).some(what => what.startsWith('p_n > 7')),
        body,
      )
  })

  it('end a loop with an error that might never end without them', async () => {
    const [without] = (await withoutEach('loop exit when p_n > 7; v := 3; end loop;')).filter(
      ({ what }) => what === 'p_n > 7',
    )
    assert.match(without?.sql ?? '', /exit when CASE WHEN p_n > 7 THEN .* ELSE false END; v := 3/)
  })
})

describe('handlers of errors', () => {
  it('are taken away one condition at a time', async () => {
    const body =
      "begin v := 1; exception when unique_violation or sqlstate 'P0002' then null; when others then null; end;"
    const found = (await withoutEach(body)).filter(({ what }) => /^WHEN/.test(what))
    assert.deepEqual(
      found.map(({ what, sql }) => [what, /when.*(?= end;)/.exec(sql ?? '')?.[0]]),
      [
        ['WHEN unique_violation', "when sqlstate 'ZZ999' or sqlstate 'P0002' then null; when others then null;"],
        ["WHEN sqlstate 'P0002'", "when unique_violation or sqlstate 'ZZ999' then null; when others then null;"],
        ['WHEN others', "when unique_violation or sqlstate 'P0002' then null; when sqlstate 'ZZ999' then null;"],
      ],
    )
  })

  it('let no statement go unseen that may fail', async () => {
    const body =
      'begin v := p_n; select p_n into v; perform pg_advisory_xact_lock(p_n); exception when others then null; end;'
    assert.deepEqual(await permitsOf(body), [
      'v := p_n',
      'select p_n into v',
      'perform pg_advisory_xact_lock(p_n)',
      'WHEN others',
    ])
  })
})
