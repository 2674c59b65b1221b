import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Finding } from './finding.ts'
import { proveCases } from './prove-cases.ts'
import { type Bench, openBench, PROOF, SCHEMA, SEED, toProve } from './testing/tiny-application.ts'
import { findActors } from './trial.ts'

const SORTED = `${PROOF}
  sorted-docs:
    parameters: {sort: {type: text, values: [title]}}
    call: select * from sorted_docs(:tenant_id, :sort)
    works: [{as: ann, with: {sort: title}, gives: [11, 12]}, {as: ann, with: {sort: nonsense}, gives: [11, 12]}]
`

const ORIGIN = `create function sorted_docs(p_tenant_id int, p_sort text) returns table (id int) language plpgsql as $$
  begin
    if p_sort <> 'title' then p_sort := 'id'; end if;
    return query execute 'select d.id from docs d where d.tenant_id = $1 and d.deleted_at is null
      order by d.' || p_sort || ', d.id limit 3' using p_tenant_id;
  end $$`

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED, SORTED)
})
after(() => bench.session.close())

async function findingOf(found: string, replacement: string): Promise<Finding> {
  const { laboratory } = bench
  const query = laboratory.plan.queries.find(({ name }) => name === 'sorted-docs')
  if (!query) throw new Error('no query')
  const actors = await findActors(laboratory)
  const trial = { laboratory, seed: 'seed.sql', actors, onCase: () => {}, judgements: new Map(), kills: new Map() }
  const cases = [toProve('good', ORIGIN.replace(found, replacement))]
  const [finding] = await proveCases(trial, [{ query, origin: toProve('good', ORIGIN), cases }])
  if (!finding) throw new Error('no finding')
  return finding
}

describe('a mutant of a function', () => {
  it('is killed by the calls that must work, by a rule, or by nothing', async () => {
    assert.equal((await findingOf(' and d.deleted_at is null', '')).killedBy, 'works')
    assert.equal((await findingOf('= $1', '= any (array[$1, 3])')).killedBy, 'works')
    assert.equal((await findingOf('limit 3', '')).killedBy, 'R7')
    const { killedBy, trouble } = await findingOf("'id'", "'title'")
    assert.deepEqual({ killedBy, trouble }, { killedBy: undefined, trouble: undefined })
  })

  it('is no SQL when PostgreSQL refuses it wherever it should do something', async () => {
    const { killedBy, trouble } = await findingOf('select d.id', 'select d.none')
    assert.equal(killedBy, undefined)
    assert.equal(trouble, 'PostgreSQL does not accept it: column d.none does not exist (42703)')
  })

  it('is killed when it lost a guard before a name that the client sends, or denies what it should not', async () => {
    assert.equal((await findingOf("p_sort <> 'title'", 'false')).killedBy, 'works')
    const denied = "raise insufficient_privilege using message = 'no'; end if;"
    assert.equal((await findingOf("p_sort := 'id'; end if;", denied)).killedBy, 'works')
  })
})
