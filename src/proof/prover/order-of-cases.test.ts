import assert from 'node:assert/strict'
import { it } from 'node:test'
import { seededRandom } from '../../lib/statistics/seeded-random.ts'
import type { CaseFindings } from '../cases/findings.ts'
import { GOOD, SCHEMA, SEED, TEMPLATE, tinyPlan } from '../testing/tiny-application.ts'
import { DEFAULTS, proveAll } from './prover.ts'
import type { CaseGroup } from './worker.ts'

/** By query, its good case and edits of it, most of which break a rule. */
const CODES: Record<string, string[]> = {
  'list-docs': [
    GOOD.list,
    GOOD.list.replace('tenant_id = :tenant_id and', ''),
    GOOD.list.replace('and deleted_at is null', ''),
    GOOD.list.replace("case when :role = 'admin' then secret end as secret", 'secret'),
    GOOD.list.replace('limit least(coalesce(:page_size, 3), 3)', ''),
  ],
  'close-doc': [
    GOOD.close,
    GOOD.close.replace('and tenant_id = :tenant_id', ''),
    GOOD.close.replace("and :role = 'admin'", ''),
    GOOD.close.replace('and deleted_at is null', ''),
    GOOD.close.replace("status = 'closed'", "status = 'lost'"),
  ],
  pay: [
    GOOD.pay,
    GOOD.pay.replace('p.tenant_id = :tenant_id and', ''),
    GOOD.pay.replace('select :tenant_id', 'select 2'),
    GOOD.pay.replace(':amount > 0', 'true'),
    GOOD.pay.replace('and not exists', 'or not exists'),
  ],
  'search-docs': [
    GOOD.search,
    GOOD.search.replace('d.tenant_id = $1 and', '$1 is not null and'),
    GOOD.search.replace('and d.deleted_at is null', ''),
    GOOD.search.replace('strpos(d.title, $2)', 'strpos(d.secret, $2)'),
    GOOD.search.replace('limit 3', ''),
  ],
}

async function findingsOf(groups: CaseGroup[], groupsAtOnce: number): Promise<Record<string, CaseFindings>> {
  const found: Record<string, CaseFindings> = {}
  const subject = { name: 'tiny', schema: SCHEMA, plan: tinyPlan(), seeds: [{ file: 'seed.sql', sql: SEED }] }
  const onFindings = (one: CaseFindings) => {
    found[one.path] = one
  }
  const onWrongPlan = (message: string) => assert.fail(message)
  await proveAll([{ subject, groups, groupsAtOnce, onFindings, onWrongPlan }], {
    ...DEFAULTS,
    engine: { template: TEMPLATE },
    width: 1,
  })
  return found
}

it('finds the same about twenty cases, together in random order and each alone', { timeout: 600_000 }, async () => {
  const alone: CaseGroup[] = Object.entries(CODES).flatMap(([query, codes]) =>
    codes.map((code, nth) => {
      const one = {
        path: `${query}-${nth}`,
        label: nth === 0 ? 'good' : 'bad',
        code,
        language: 'sql',
        violates: [],
      } as const
      return { query, cases: [{ ...one, violates: [] }] }
    }),
  )
  assert.equal(alone.length, 20)
  const random = seededRandom('order')
  const shuffled = alone
    .map(group => ({ group, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ group }) => group)
  const found = await findingsOf(shuffled, 20)
  assert.ok(Object.values(found).filter(({ witnesses }) => Object.keys(witnesses).length > 0).length >= 10)
  assert.deepEqual(found, await findingsOf(alone, 1))
})
