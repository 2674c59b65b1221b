import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { readCase, syntheticCase } from '../testing/synthetic-corpus.ts'
import { COUNT_NAMES, countCase, countFeatures } from './counts.ts'

describe('countCase', () => {
  before(async () => loadModule())

  const counts = (code: string) => {
    const values = countCase(readCase(syntheticCase('app', 'q', 1, 'good', code)))
    return Object.fromEntries(COUNT_NAMES.map((name, index) => [name, values[index]]))
  }

  it('counts comments, lines, keywords, tables and parameters', () => {
    const found = counts(`-- on top
SELECT DISTINCT a.id FROM a LEFT JOIN b ON b.a = a.id -- behind
  -- by itself
  WHERE a.x BETWEEN 1 AND 2 AND a.org_id = :org_id OR a.y = :mine AND a.y <> $1
    and a.z NOT IN (SELECT 1 from c) AND a.w IS NOT NULL AND a.v IS DISTINCT FROM b.v
  ORDER BY a.id LIMIT 5 FOR UPDATE;`)
    const expected = {
      comments: 3,
      'comment on top': 1,
      'comments behind code': 1,
      'comments on lines of their own, not on top': 1,
      'comment at the end': 0,
      lines: 4,
      semicolons: 1,
      tables: 3,
      conjuncts: 5,
      OR: 1,
      'LEFT JOIN': 1,
      'NOT IN': 1,
      subqueries: 1,
      'tests for NULL': 1,
      LIMIT: 1,
      'ORDER BY': 1,
      DISTINCT: 1,
      locks: 1,
      'trusted parameters': 1,
      "client's parameters": 2,
    }
    for (const [name, value] of Object.entries(expected)) assert.equal(found[name], value, name)
    assert.ok((found['keywords in upper case, share'] ?? 0) > 0.8 && (found['keywords in upper case, share'] ?? 1) < 1)
  })

  it('finds no comment where there is none', () => {
    const found = counts('SELECT 1')
    for (const name of COUNT_NAMES.filter(one => one.startsWith('comment'))) assert.equal(found[name], 0, name)
  })

  it('counts some 25 things', () => assert.ok(COUNT_NAMES.length >= 25 && COUNT_NAMES.length <= 30))
})

describe('countFeatures', () => {
  it('standardises the counts, so that large numbers have no more weight', () => {
    const row = (first: number, second: number) => Float64Array.from(COUNT_NAMES, (_, n) => [first, second][n] ?? 7)
    const { rows } = countFeatures([row(1, 100), row(3, 300)])
    const values = rows.map(one => [...one.values].map(value => Math.round(value * 1e6) / 1e6))
    const half = Math.round(Math.SQRT1_2 * 1e6) / 1e6
    assert.deepEqual(values[0]?.slice(0, 3), [-half, -half, 0])
    assert.deepEqual(values[1]?.slice(0, 3), [half, half, 0])
  })
})
