import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, toProve } from '../../testing/tiny-application.ts'

const SCHEMA = `
create table docs (id int primary key, tenant_id int not null, title text not null, trashed_at timestamptz);
create table grants (id int primary key, user_id int not null, doc_id int not null references docs, starts_at timestamptz not null, ends_at timestamptz);
`

// 31 days lie between 10 March and 10 April: 30 days and a month differ.
const SEED = `
insert into docs values (11, 1, 'first', null), (12, 1, 'second', null), (13, 1, 'ended', null), (14, 1, 'later', null),
  (15, 1, 'in March', '2026-03-10T09:00:00Z'), (16, 1, 'in April', '2026-04-24T09:00:00Z'), (21, 2, 'of two', null);
insert into grants values (1, 2, 11, '2026-01-01', null), (2, 2, 12, '2026-01-01', '2026-06-01'), (3, 2, 13, '2026-01-01', '2026-02-01'),
  (4, 2, 14, '2026-08-01T15:00:00Z', null), (5, 3, 21, '2026-01-01', null);
`

const PROOF = `
context: {user_id: int, tenant_id: int, role: text, now: {type: timestamptz, value: 2026-05-04T09:00:00Z}}
actors:
  ann: {user_id: 1, tenant_id: 1, role: admin}
  ben: {user_id: 2, tenant_id: 1, role: member}
  cleo: {user_id: 3, tenant_id: 2, role: member}
rules:
  R1: {category: tenant-isolation, rows: {docs: tenant_id = :tenant_id}}
  R2:
    category: temporal-access
    within: R1
    rows:
      docs: ":role = 'admin' or exists (select from grants g where g.doc_id = docs.id and g.user_id = :user_id
             and g.starts_at <= :now and (g.ends_at is null or :now < g.ends_at))"
  R3:
    category: state-transition
    changes:
      docs: {update: "new.trashed_at is null and old.trashed_at >= :now - interval '30 days'"}
    example:
      as: ann
      allowed: update docs set trashed_at = null where id = 16
      forbidden: update docs set trashed_at = null where id = 15
queries:
  list-docs:
    max_rows: none
    works:
      - {as: ben, gives: [11, 12]}
      - {as: cleo, gives: [21]}
  restore-doc:
    parameters: {doc_id: docs.id}
    max_rows: none
    works:
      - {as: ann, with: {doc_id: 16}, gives: [16], changes: {docs: [16]}}
`

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED, PROOF)
})
after(() => bench.session.close())

const list = (grant: string, or = 'false') =>
  `select id, title from docs d where d.tenant_id = :tenant_id and trashed_at is null and (${or} or :role = 'admin'
   or exists (select from grants g where g.doc_id = d.id and g.user_id = :user_id and ${grant}))`

const RIGHT = 'g.starts_at <= :now and (g.ends_at is null or g.ends_at > :now)'

const restore = (condition: string) =>
  `update docs set trashed_at = null where id = :doc_id and tenant_id = :tenant_id and :role = 'admin' and ${condition} returning id`

describe('other times', () => {
  it('prove a list that keeps to the times of grants', () => bench.good('list-docs', list(RIGHT)))

  const lists: Record<string, string> = {
    'the end of a grant is left to its day': list(
      "g.starts_at <= :now and (g.ends_at is null or g.ends_at > :now - interval '1 day')",
    ),
    'a grant lasts until just after its end': list('g.starts_at <= :now and (g.ends_at is null or g.ends_at >= :now)'),
    'a grant that has begun is not looked at before a date': list(RIGHT, ":now >= '2026-12-01'"),
    'a grant begins with its day': list(RIGHT.replace('g.starts_at <= :now', 'g.starts_at::date <= :now::date')),
    'a grant begins with its day in a time zone': list(
      RIGHT.replace('g.starts_at <= :now', "date_trunc('day', g.starts_at, 'Europe/Berlin') <= :now"),
    ),
    'a grant begins before the next day': list(
      RIGHT.replace('g.starts_at <= :now', 'g.starts_at < (select d + 1 from cast(:now as date) d)'),
    ),
    'nobody looks on a weekend': list(RIGHT, 'extract(isodow from :now) > 5'),
    'nobody looks on the last day of the year': list(RIGHT, "to_char(:now, 'MM-DD') = '12-31'"),
    'nobody looks on a leap day': list(RIGHT, "to_char(:now, 'MM-DD') = '02-29'"),
    'nobody looks at night': list(RIGHT, 'extract(hour from :now) < 5'),
  }
  for (const [name, code] of Object.entries(lists))
    it(`refute a list where ${name}`, () => bench.bad('list-docs', code, 'R2'))

  it('are told in the witness', async () => {
    const { unproved } = await bench.prove('list-docs', toProve('good', lists['nobody looks on a leap day'] ?? ''))
    assert.match(unproved ?? '', /ben at 2028-02-29T00:00:00Z/)
  })

  for (const interval of ['30 days', '720 hours', '29 days', '2 weeks'])
    it(`prove that rows are restored within ${interval}`, () =>
      bench.good('restore-doc', restore(`trashed_at >= :now - interval '${interval}'`)))

  for (const interval of ['1 month', '31 days', '5 weeks'])
    it(`refute that rows are restored within ${interval}`, () =>
      bench.bad('restore-doc', restore(`trashed_at >= :now - interval '${interval}'`), 'R3'))

  // 31 days after 10 March, the age is one month, which equals 30 days; an hour before and after it is more.
  for (const age of [
    "age(:now, trashed_at) <= interval '30 days'",
    "justify_days(:now - trashed_at) <= interval '30 days' or age(:now, trashed_at) = interval '1 month'",
  ])
    it(`refute that rows are restored where ${age}`, () => bench.bad('restore-doc', restore(`(${age})`), 'R3'))

  it('prove coarse time that allows less', async () => {
    await bench.good('list-docs', list(RIGHT.replace('g.starts_at <= :now', 'g.starts_at::date < :now::date')))
    await bench.good('restore-doc', restore("age(:now, trashed_at) < interval '30 days'"))
  })
})

describe('a seed whose rows do not tell two intervals apart', () => {
  it('leaves a case unproved', async () => {
    const other = await openBench(
      SCHEMA,
      SEED.replace('2026-03-10', '2026-04-04').replace(
        "15, 1, 'in March', '2026-04-04T09",
        "15, 1, 'in April', '2026-04-04T08",
      ),
      PROOF,
    )
    try {
      const code = restore("trashed_at >= :now - interval '1 month'")
      const { unproved } = await other.prove('restore-doc', toProve('good', code))
      assert.match(unproved ?? '', /the interval "1 month" where a rule has "30 days"/)
      // The times of grants tell the two apart, but the interval is not about them.
      const guarded = `${code.replace(' returning id', '')} and not exists (select from grants g where g.user_id = :user_id and g.ends_at < :now) returning id`
      assert.match((await other.prove('restore-doc', toProve('good', guarded))).unproved ?? '', /"1 month"/)
      await other.good('restore-doc', restore("trashed_at >= :now - interval '720 hours'"))
    } finally {
      await other.session.close()
    }
  })
})

describe('an end that the code computes from now', () => {
  const ENDS = PROOF.replace(
    'queries:\n',
    `  R4:
    category: temporal-access
    changes:
      grants: {insert: "new.ends_at <= :now + interval '90 days'"}
    example:
      as: ann
      allowed: insert into grants values (9, 2, 11, :now, :now)
      forbidden: insert into grants values (9, 2, 11, :now, '2027-01-01')
queries:
  open-grant:
    parameters: {ends_at: {type: timestamptz, values: ['2026-05-05T09:00:00Z']}}
    max_rows: none
    works:
      - {as: ann, with: {ends_at: '2026-05-05T09:00:00Z'}, gives: [6], changes: {grants: [6]}}
`,
  )
  const open = (most: string) =>
    `insert into grants select 6, 2, 11, :now, least(:ends_at, :now + interval '${most}') where :ends_at > :now returning id`

  it('is tried on days on which it differs from that of a rule', async () => {
    const other = await openBench(SCHEMA, SEED, ENDS)
    try {
      await other.good('open-grant', open('90 days'))
      // From May on, two months have 61 days; from July on, they have 62.
      await other.bad('open-grant', open('2 months 29 days'), 'R4')
    } finally {
      await other.session.close()
    }
  })
})
