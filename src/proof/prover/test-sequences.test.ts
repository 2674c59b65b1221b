import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CaseFindings, emptyFindings } from '../cases/findings.ts'
import { findQuery } from '../plan/plan.ts'
import { type MigrationBench, openMigrationBench } from '../testing/migration-bench.ts'
import { toProve } from '../testing/tiny-application.ts'
import { GOOD_READERS } from '../testing/tiny-migrations.ts'
import { findActors } from '../worlds/actors.ts'
import { testSequences } from './test-sequences.ts'

let bench: MigrationBench
before(async () => {
  bench = await openMigrationBench()
})
after(() => bench.session.close())

/** Why good cases with this code are undecided after the self-test. */
async function tested(codes: string[], most: number): Promise<(string | undefined)[]> {
  const { database } = bench
  const run = { database, seed: 'seed.sql', actors: await findActors(database), onCase: () => {}, kills: new Map() }
  const operations = (findQuery(database.plan, 'share-docs').operations ?? []).map(one => ({
    ...one,
    ...(one.operation ? { operation: { ...one.operation, sequences: most } } : {}),
  }))
  const cases = codes.map((code, nth) => ({ ...toProve('good', code), path: `case-${nth}` }))
  const findings: CaseFindings[] = cases.map(({ path }) => emptyFindings(path))
  await testSequences(run, operations, cases, findings)
  return findings.map(({ undecided }) => undecided?.reason)
}

/** Nobody may write anything, so that no call comes after another one. */
const READ_ONLY = `${GOOD_READERS} revoke insert, update, delete on docs, shares from member;`

describe('testSequences', () => {
  for (const most of [2, 3, 4])
    it(`finds a flaw that shows in the last of ${most} calls`, async () => {
      assert.deepEqual(await tested([GOOD_READERS], most), [undefined])
    })

  it('believes no good case where the flaw is found in none', async () => {
    const [reason = ''] = await tested([READ_ONLY], 3)
    assert.match(reason, /^self-test: a flaw that was planted behind 2 calls was not found; give calls/)
    assert.deepEqual(await tested([READ_ONLY, GOOD_READERS], 3), [undefined, undefined])
  })
})
