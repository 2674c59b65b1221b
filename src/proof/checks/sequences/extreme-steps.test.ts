import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { describeWitness } from '../../../lib/witness/describe-witness.ts'
import { type MigrationBench, openMigrationBench } from '../../testing/migration-bench.ts'
import { GOOD_MIGRATION } from '../../testing/tiny-migrations.ts'

let bench: MigrationBench
before(async () => {
  bench = await openMigrationBench()
})
after(() => bench.session.close())

it('a value at the boundary of its type is stored, and what others get then is judged', async () => {
  const code = GOOD_MIGRATION.replace(
    'd.owner_id = app_user_id() or',
    "d.owner_id = app_user_id() or d.title <> '' and btrim(d.title, e' \\t\\r\\n') = '' or",
  )
  const { witnesses } = await bench.good(code)
  assert.match(
    witnesses[0] ? describeWitness(witnesses[0]) : '',
    /^After ann called read-docs\/rename with doc_id = 11 and title = \s+, \w+ called read-docs\/list and got/,
  )
})
