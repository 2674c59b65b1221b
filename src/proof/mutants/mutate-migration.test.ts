import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSchema } from '../sql/read-schema.ts'
import { splitStatements } from '../sql/split-statements.ts'
import { GOOD_MIGRATION, GOOD_READERS, MIGRATION_SCHEMA } from '../testing/tiny-migrations.ts'
import { mutateMigration } from './mutate-migration.ts'

function textsOf(code: string): string[] {
  const statements = splitStatements(code)
  assert.ok(Array.isArray(statements))
  return statements.map(({ sql }) => sql)
}

describe('mutateMigration', () => {
  it('keeps the text of all other statements, and says the line of the edit', async () => {
    const code = `-- Größe; of a comment
alter table docs enable row level security;  -- first

create policy p on docs for select to member
  using (tenant_id = 1
    and is_open);
-- the last: done`
    const { mutants } = await mutateMigration(code, {})
    const dropped = mutants.filter(({ operator }) => operator === 'drop-conjunct')
    assert.deepEqual(
      dropped.map(({ what, line }) => [what, line]),
      [
        ['tenant_id = 1', 5],
        ['is_open', 6],
      ],
    )
    assert.equal(
      dropped[1]?.sql,
      `-- Größe; of a comment
alter table docs enable row level security;  -- first

CREATE POLICY p ON docs AS PERMISSIVE FOR SELECT TO member USING (tenant_id = 1);
-- the last: done`,
    )
  })

  it('edits the bodies of functions, with the line in the migration', async () => {
    const code = `create table marks (id int);
create function f() returns trigger language plpgsql as $$
begin
  if new.id > 5 then
    raise exception 'no';
  end if;
  return new;
end $$;`
    const { mutants } = await mutateMigration(code, {})
    assert.deepEqual(
      mutants.map(({ operator, what, line }) => `${line} ${operator}: ${what}`),
      [
        '2 swap-definer: f: INVOKER → DEFINER',
        '4 always: new.id > 5',
        '4 never: new.id > 5',
        '4 comparison: new.id > 5 → new.id >= 5',
        '4 swap-old-new: new.id → old.id',
      ],
    )
  })

  it('makes no mutants of code that is no SQL', async () => {
    assert.deepEqual(await mutateMigration('create view;', {}), { mutants: [], equivalent: [] })
  })

  for (const [name, code] of Object.entries({ GOOD_MIGRATION, GOOD_READERS }))
    it(`makes mutants of ${name}, each once and none the migration itself`, async () => {
      const { mutants } = await mutateMigration(code, await readSchema(MIGRATION_SCHEMA))
      assert.ok(mutants.length > 30, `${mutants.length}`)
      assert.equal(new Set(mutants.map(({ sql }) => sql)).size, mutants.length)
      const before = textsOf(code)
      for (const { sql, what } of mutants) {
        const after = textsOf(sql)
        assert.equal(before.filter(text => after.includes(text)).length, before.length - 1, what)
      }
    })
})
