import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { asksWhere } from './asks-where.ts'
import { sessionTell } from './session-tells.ts'

before(() => loadModule())

const inFunction = (body: string, declared = '') =>
  `create function f(p int) returns int language plpgsql as $$ declare v text; ${declared} begin ${body} return 1; end $$`

describe('sessionTell', () => {
  it('finds a setting of the application that is set to nothing', () => {
    for (const set of ["set local app.x = '';", 'set app.x to default;', 'reset app.x;', "set local app.x = E'';"])
      assert.match(sessionTell(inFunction(set)) ?? '', /sets app.x to nothing/, set)
    for (const set of ["set local app.x = '7';", "set local search_path = '';"])
      assert.equal(sessionTell(inFunction(set)), undefined, set)
  })

  it('finds the name of a cursor that is used as a value', () => {
    const open = 'open c for select 1;'
    for (const [body, declared] of [
      [`${open} v := c::text; close c;`, 'c refcursor;'],
      [`${open} if c = '<unnamed portal 1>' then return 2; end if;`, 'c pg_catalog.refcursor;'],
      ['open c; select length(c::text) into v;', 'c cursor for select 1;'],
      [`open "C d" for select 1; v := "C d";`, '"C d" refcursor;'],
      [`begin ${open} ${open} exception when others then v := sqlerrm; end;`, 'c refcursor;'],
    ] as const)
      assert.match(sessionTell(inFunction(body, declared)) ?? '', /reads the name of the cursor/, body)
  })

  it('leaves a cursor alone that is only read', () => {
    assert.equal(sessionTell(inFunction('open c for select 1; fetch c into v; close c;', 'c refcursor;')), undefined)
    assert.equal(
      sessionTell(inFunction('for r in c loop v := r.a; end loop;', 'c cursor for select 1 as a;')),
      undefined,
    )
    const alias = 'open c for select 1; select c.id into v from comments c;'
    assert.equal(sessionTell(inFunction(alias, 'c refcursor;')), undefined)
    assert.equal(sessionTell('select a.cursor from t a where a.cursor > $1'), undefined)
  })
})

describe('asksWhere', () => {
  it('finds the user where a variable takes it', () => {
    for (const body of [
      'v := current_user;',
      'v := user;',
      'select current_user into v;',
      'v = (select current_role);',
    ])
      assert.notEqual(asksWhere(inFunction(body), true), undefined, body)
    assert.notEqual(asksWhere(inFunction('null;', 'w text := current_user;'), true), undefined)
    assert.notEqual(asksWhere(inFunction('null;', 'w text default session_user;'), true), undefined)
  })
})
