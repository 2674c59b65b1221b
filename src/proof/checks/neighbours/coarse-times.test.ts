import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Bench, openBench, toProve } from '../../testing/tiny-application.ts'

const SCHEMA = 'create table docs (id int primary key, title text not null, trashed_at timestamptz);'

// All times are at full hours: no row shows whether code looks at seconds.
const SEED = `insert into docs values (1, 'kept', null), (2, 'just now', '2026-05-04T08:00:00Z'), (3, 'of April', '2026-04-24T09:00:00Z'),
  (4, 'of March', '2026-03-10T09:00:00Z');`

const PROOF = `
context: {user_id: int, now: {type: timestamptz, value: 2026-05-04T09:00:00Z}}
actors: {ann: {user_id: 1}}
vary: {docs: [trashed_at]}
rules:
  R1:
    category: state-transition
    changes:
      docs: {update: "new.trashed_at is null and old.trashed_at >= :now - interval '30 days'"}
    example:
      as: ann
      allowed: update docs set trashed_at = null where id = 3
      forbidden: update docs set trashed_at = null where id = 4
queries:
  restore-doc:
    parameters: {doc_id: docs.id}
    max_rows: none
    works:
      - {as: ann, with: {doc_id: 2}, gives: [2], changes: {docs: [2]}}
      - {as: ann, with: {doc_id: 3}, gives: [3], changes: {docs: [3]}}
`

const restore = (trashedAt: string) =>
  `update docs set trashed_at = null where id = :doc_id and ${trashedAt} >= :now - interval '30 days' returning id`

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED, PROOF)
})
after(() => bench.session.close())

it('finds code that counts whole minutes, a second from the boundary of a rule', async () => {
  const minutes = restore("date_trunc('minute', trashed_at + interval '59 seconds')")
  const { unproved } = await bench.prove('restore-doc', {
    ...toProve('good', minutes),
    reference: restore('trashed_at'),
  })
  assert.match(unproved ?? '', /R1 breaks: .* with trashed_at = '2026-04-04 08:59:59\+00' in the row [23] of docs and/)
})

it('proves code that compares the instants as they are', () => bench.good('restore-doc', restore('trashed_at')))
