import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { coarseTimesIn } from './coarse-time.ts'

describe('coarse time', () => {
  const months = [
    "age(:now, trashed_at) <= interval '30 days'",
    "justify_days(:now - trashed_at) < interval '30 days'",
    "trashed_at > :now - interval '1 month'",
    "trashed_at > :now - '2 Years'::interval",
    "trashed_at > :now - interval '1' month",
    'trashed_at > :now - make_interval(months => 1)',
  ]
  for (const code of months)
    it(`counts months in ${code}`, () => assert.ok(coarseTimesIn(code).some(({ countsMonths }) => countsMonths)))

  const days = [
    'expires_at::date >= :now::date',
    'CAST(expires_at AS DATE) >= :today',
    'date(expires_at) >= date(:now)',
    "date_trunc('day', expires_at) >= :now",
    'extract(day from expires_at) > 3',
    "date_part('day', :now - trashed_at) <= 30",
    "to_char(expires_at, 'YYYYMMDD') >= '20260504'",
    'make_date(2026, 5, 4) > expires_at',
    'expires_at::timestamptz(0) > :now',
    "expires_at at time zone 'Europe/Berlin' > :now",
    "execute 'select 1 where $1::date <= expires_at'",
  ]
  for (const code of days)
    it(`looks at days or parts of a time in ${code}`, () =>
      assert.deepEqual([...new Set(coarseTimesIn(code).map(({ countsMonths }) => countsMonths))], [false]))

  it('is not in code that compares instants', () => {
    const code = `select updated, stage(x), :ids::bigint[] from dates
      where expires_at > :now and trashed_at >= :now - interval '30 days' and created_at::timestamptz < :now`
    assert.deepEqual(coarseTimesIn(code), [])
  })

  it('tells which words stand around it', () => {
    const [place] = coarseTimesIn(`K.Expires_At::DATE > :now${' '.repeat(100)}and joined_at <= :now`)
    assert.deepEqual([...(place?.near ?? [])], ['k', 'expires_at', 'date', 'now'])
  })
})
