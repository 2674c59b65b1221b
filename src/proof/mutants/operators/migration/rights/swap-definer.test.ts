import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfMigration } from '../../../testing/mutants-of-migration.ts'

describe('swap-definer', () => {
  it('swaps whose rights hold', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'swap-definer',
        `create function f() returns int language sql security definer as 'select 1';
create function g() returns int language sql as 'select 1';`,
      ),
      [
        ['1 f: DEFINER → INVOKER', 'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$select 1$$;'],
        ['2 g: INVOKER → DEFINER', 'CREATE FUNCTION g() RETURNS int LANGUAGE sql AS $$select 1$$ SECURITY DEFINER;'],
      ],
    )
  })

  it('swaps ALTER FUNCTION where it says so', async () => {
    assert.deepEqual(
      await mutantsOfMigration(
        'swap-definer',
        `alter function f() security definer set search_path = public;
alter function g() set search_path = public;`,
      ),
      [['1 f: DEFINER → INVOKER', 'ALTER FUNCTION f() SET search_path TO public SECURITY INVOKER;']],
    )
  })
})
