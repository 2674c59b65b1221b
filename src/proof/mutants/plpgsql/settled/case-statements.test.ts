import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withoutPermits } from '../../permits/permits.ts'

it('a part is taken away in a body that has a CASE, although the parser then counts its variables otherwise', async () => {
  const found = await withoutPermits(
    `create function f(p t) returns int language plpgsql as $$ begin
      if p.a = 1 then insert into log values (1); end if;
      case p.b when 1 then return 8; else return 9; end case;
    end $$`,
    [],
    [],
  )
  assert.ok(found.some(({ what, sql }) => /p\.a = 1/.test(what) && sql !== undefined))
  assert.ok(found.every(({ what, sql }) => sql !== undefined || !/p\.a = 1/.test(what)))
})
