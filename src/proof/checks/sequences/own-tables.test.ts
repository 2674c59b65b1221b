import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type MigrationBench, openMigrationBench } from '../../testing/migration-bench.ts'
import { GOOD_MIGRATION } from '../../testing/tiny-migrations.ts'

let bench: MigrationBench
before(async () => {
  bench = await openMigrationBench()
})
after(() => bench.session.close())

/** A table that each change of a title writes to. */
const remembering = (columns: string, values: string) => `${GOOD_MIGRATION}
  create table memory (doc_id int not null, ${columns});
  create function remember() returns trigger language plpgsql security definer set search_path = public as $$
  begin
    insert into memory values (new.id, ${values});
    return null;
  end $$;
  create trigger docs_memory after update on docs for each row execute function remember();`

const reasonFor = async (code: string) => (await bench.good(code)).unproved ?? 'proved'

describe('a table of a migration', () => {
  it('may hold keys, flags and times', async () => {
    const code = remembering('by_id int, is_mine boolean, at timestamptz', 'app_user_id(), true, now()')
    assert.doesNotMatch(await reasonFor(code), /keys, flags and times/)
  })

  it('may hold texts of the code, and labels of the schema', async () => {
    const steps = "create table steps (was text, becomes text); insert into steps values ('draft', 'by hand');"
    assert.equal(await reasonFor(`${steps}${GOOD_MIGRATION}`), 'proved')
    assert.doesNotMatch(await reasonFor(remembering('status text', 'new.status')), /keys, flags and times/)
  })

  it('holds no copy of a text, be it as a digest', async () => {
    const filled = 'create table titles (title text primary key); insert into titles select title from docs;'
    assert.match(
      await reasonFor(`${filled}${GOOD_MIGRATION}`),
      /^titles\.title, which the migration makes, holds '[^']+'; tables of a migration hold keys, flags and times/,
    )
    assert.match(
      await reasonFor(remembering('words tsvector', "to_tsvector('simple', new.title)")),
      /^memory\.words, .* holds /,
    )
    assert.match(
      await reasonFor(remembering('digest text', 'md5(new.title)')),
      /^memory\.digest, .* holds '[0-9a-f]{32}'/,
    )
  })

  it('holds no sum', async () => {
    const sums =
      'create table sums (owner_id int, size numeric); insert into sums select owner_id, sum(length(title)) * 1.5 from docs group by 1;'
    assert.match(await reasonFor(`${sums}${GOOD_MIGRATION}`), /^sums\.size, .* holds '[\d.]+'/)
  })
})
