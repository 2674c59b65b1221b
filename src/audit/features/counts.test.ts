import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { readCase, syntheticCase } from '../testing/synthetic-corpus.ts'
import { countCases, countFeatures } from './counts.ts'

describe('countCase', () => {
  before(async () => loadModule())

  const counts = (code: string) => {
    const { names, rows } = countCases([readCase(syntheticCase('app', 'q', 1, 'good', code))])
    return Object.fromEntries(names.map((name, index) => [name, rows[0]?.[index]]))
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
    for (const name of Object.keys(found).filter(one => one.startsWith('comment'))) assert.equal(found[name], 0, name)
  })

  it('counts some 25 things of a statement, and files, policies, grants and their order only of migrations', () => {
    const names = Object.keys(counts('SELECT 1'))
    assert.ok(names.length >= 25 && names.length <= 30)
    assert.ok(!names.includes('policies'))
  })

  it('counts what a migration creates, and where it does', () => {
    const tables = {
      name: 'db/01_tables.sql',
      language: 'sql',
      code: 'CREATE TABLE t ();\nGRANT SELECT, UPDATE (title) ON docs TO a;',
    }
    const policies = {
      name: 'db/02_policies.sql',
      language: 'sql',
      code: `CREATE POLICY p ON docs AS RESTRICTIVE FOR ALL USING (true) WITH CHECK (true);
CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$ SELECT 1 $$;
ALTER TABLE docs FORCE ROW LEVEL SECURITY;`,
    }
    const files = [tables, policies]
    const one = syntheticCase('app', 'q', 1, 'good', files.map(({ name, code }) => `-- ${name}\n${code}`).join('\n\n'))
    const { names, rows } = countCases([readCase({ ...one, files })])
    const found = Object.fromEntries(names.map((name, index) => [name, rows[0]?.[index]]))
    const expected = {
      files: 2,
      comments: 0,
      'tables created': 1,
      policies: 1,
      restrictive: 1,
      'policies FOR ALL': 1,
      'WITH CHECK': 1,
      functions: 1,
      'OR REPLACE': 1,
      definer: 1,
      search_path: 1,
      FORCE: 1,
      grants: 1,
      'grants of columns': 1,
      triggers: 0,
      'place of triggers': 0.5,
    }
    for (const [name, value] of Object.entries(expected)) assert.equal(found[name], value, name)
    assert.ok((found['place of grants'] ?? 1) < (found['place of policies'] ?? 0))
  })
})

describe('countFeatures', () => {
  it('standardises the counts, so that large numbers have no more weight', () => {
    const names = ['lines', 'characters', 'always the same']
    const rowsOfTwo = [Float64Array.of(1, 100, 7), Float64Array.of(3, 300, 7)]
    const { rows } = countFeatures({ names, rows: rowsOfTwo })
    const values = rows.map(one => [...one.values].map(value => Math.round(value * 1e6) / 1e6))
    const half = Math.round(Math.SQRT1_2 * 1e6) / 1e6
    assert.deepEqual(values[0]?.slice(0, 3), [-half, -half, 0])
    assert.deepEqual(values[1]?.slice(0, 3), [half, half, 0])
  })
})
