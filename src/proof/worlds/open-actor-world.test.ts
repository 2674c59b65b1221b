import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Bench, GOOD, openBench, PROOF, SCHEMA, SEED, toProve } from '../testing/tiny-application.ts'
import { findActors } from './actors.ts'
import { openActorWorld } from './open-actor-world.ts'

/** A closed document has a reason, which no rule names; an open one has none. */
const CLOSED = `${SCHEMA} alter table docs add column reason text, add column rank int not null default 1,
  add constraint reason_of_closed check ((status = 'closed') = (reason is not null));`
const SEED_WITH_REASONS = `${SEED}
  insert into docs (id, tenant_id, title, status, reason) values (41, 2, 'closed of two', 'closed', 'why'), (42, 3, 'closed of three', 'closed', 'because');`

const benches: Bench[] = []
const open = async (schema: string, seed = SEED, proof = PROOF) => {
  const bench = await openBench(schema, seed, proof)
  benches.push(bench)
  return bench
}
after(async () => {
  for (const { session } of benches) await session.close()
})

/** What the `values` world of R1 leaves out for ann, and the documents that it has. */
async function valuesWorld({ database, session }: Bench, columns: string) {
  const ann = (await findActors(database)).find(({ name }) => name === 'ann')
  const world = ann?.worlds.find(({ rule, kind }) => rule === 'R1' && kind === 'values')
  assert.ok(world)
  await using opened = await openActorWorld(database, world)
  const [result] = await session.run(`select ${columns} from docs order by id`)
  return { leftOut: opened.leftOut, rows: result?.rows }
}

describe('openActorWorld', () => {
  it('takes values that a constraint names together from one row that has them', async () => {
    const bench = await open(CLOSED, SEED_WITH_REASONS)
    const { leftOut, rows } = await valuesWorld(bench, 'id, status, reason')
    assert.deepEqual(leftOut, [])
    // A closed document becomes an open one, which has no reason.
    assert.deepEqual(rows?.slice(-2), [
      ['41', 'open', null],
      ['42', 'open', null],
    ])
  })
})

describe('a case', () => {
  const schema = `${SCHEMA} alter table docs add column rank int; create unique index one_rank on docs (rank) where rank is not null;
    create function no_change() returns trigger language plpgsql as $$ begin
      if new.rank is distinct from old.rank then raise exception using errcode = '23514', table = 'docs', column = 'rank', constraint = 'fixed', message = 'ranks are fixed'; end if;
      return new; end $$;
    create trigger fixed before update on docs for each row execute function no_change(); alter table docs enable always trigger fixed;`
  const seed = `${SEED} update docs set title = title;`

  it('is unproved when it names a column that no world can change', async () => {
    const bench = await open(schema.replace('rank int;', 'rank int default 7;').replace('unique index', 'index'), seed)
    const named = await bench.prove(
      'list-docs',
      toProve('good', GOOD.list.replace('deleted_at is null', 'deleted_at is null and rank = 7')),
    )
    assert.match(named.unproved ?? '', /leaves docs\.rank as it is, since fixed forbids/)
    const plain = await bench.prove('list-docs', toProve('good', GOOD.list))
    assert.equal(plain.unproved, undefined)
    assert.ok(plain.remarks.some(({ kind, text }) => kind === 'unbuilt-world' && text.includes('docs.rank')))
  })
})
