import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CaseFindings } from '../cases/findings.ts'
import { type Bench, GOOD, openBench, toProve } from '../testing/tiny-application.ts'
import { findActors } from '../worlds/actors.ts'
import { proveCases } from './prove-cases.ts'

let bench: Bench
before(async () => {
  bench = await openBench()
})
after(() => bench.session.close())

/** The findings about attacks on the good case of list-docs. */
async function attack(...codes: string[]): Promise<CaseFindings[]> {
  const { database } = bench
  const query = database.plan.queries.find(({ name }) => name === 'list-docs')
  assert.ok(query)
  const cases = codes.map((code, nth) => ({ ...toProve('good', code), path: `tiny/attack-${nth}` }))
  const proofRun = {
    database,
    seed: 'seed.sql',
    actors: await findActors(database),
    onCase: () => {},
    kills: new Map(),
  }
  return proveCases(proofRun, [{ query, cases, original: toProve('good', GOOD.list), areAttacks: true }])
}

describe('an attack', () => {
  it('is caught by the rule that it breaks', async () => {
    const [everything, deleted] = await attack(
      GOOD.list.replace('from docs', ', (select count(*) from docs) from docs'),
      GOOD.list.replace('deleted_at is null', "(deleted_at is null or :role = 'member')"),
    )
    assert.equal(everything?.killedBy, 'R1')
    assert.equal(deleted?.killedBy, 'R3')
  })

  it('goes through the checks that only cases go through', async () => {
    const inner = 'from (select * from docs order by id limit 3) docs'
    const [findings] = await attack(GOOD.list.replace('from docs', inner))
    assert.ok(findings?.killedBy !== undefined || Object.keys(findings?.witnesses ?? {}).length > 0)
  })

  it('is not caught by a difference from its case that no rule forbids', async () => {
    const [findings] = await attack(GOOD.list.replace('title,', 'upper(title) as title,'))
    assert.equal(findings?.killedBy, undefined)
    assert.deepEqual(findings?.witnesses, {})
    assert.equal(findings?.isActive, true)
  })
})
