import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSameStatement } from './testing/is-same-statement.ts'

const SAME: [string, string, string][] = [
  ['the order of conjuncts', 'SELECT 1 FROM t WHERE a = 1 AND b = 2', 'select 1 from t where b = 2 and a = 1'],
  ['a conjunct written twice', 'SELECT 1 FROM t WHERE a = 1 AND a = 1', 'SELECT 1 FROM t WHERE a = 1'],
  ['nested ANDs', 'SELECT 1 FROM t WHERE a AND (b AND c)', 'SELECT 1 FROM t WHERE (c AND a) AND b'],
  ['TRUE in AND', 'SELECT 1 FROM t WHERE a AND true', 'SELECT 1 FROM t WHERE a'],
  ['TRUE in OR', 'SELECT 1 FROM t WHERE a OR true', 'SELECT 1 FROM t'],
  ['NOT and the opposite', 'SELECT 1 FROM t WHERE NOT (a < b)', 'SELECT 1 FROM t WHERE a >= b'],
  ['NOT of an OR', 'SELECT 1 FROM t WHERE NOT (a = 1 OR NOT b)', 'SELECT 1 FROM t WHERE a <> 1 AND b'],
  ['NOT of IS NULL', 'SELECT 1 FROM t WHERE NOT t.a IS NULL', 'SELECT 1 FROM t WHERE t.a IS NOT NULL'],
  ['both directions', 'SELECT 1 FROM t WHERE a > b + 1', 'SELECT 1 FROM t WHERE 1 + b < a'],
  ['the order of a list', 'SELECT a IN (1, 2, 1) AS x FROM t', 'SELECT a IN (2, 1) AS x FROM t'],
  ['a list of one', 'SELECT 1 FROM t WHERE a NOT IN (1)', 'SELECT 1 FROM t WHERE a <> 1'],
  ['BETWEEN', 'SELECT 1 FROM t WHERE a BETWEEN 1 AND 2', 'SELECT 1 FROM t WHERE a <= 2 AND 1 <= a'],
  ['a default that LEAST has', 'SELECT 1 LIMIT LEAST(COALESCE($1, 9), 9)', 'SELECT 1 LIMIT LEAST(9, $1)'],
  ['a CASE that clamps', 'SELECT 1 LIMIT CASE WHEN $1 < 9 THEN $1 ELSE 9 END', 'SELECT 1 LIMIT LEAST($1, 9)'],
  [
    'a CASE that clamps the other way',
    'SELECT 1 LIMIT CASE WHEN $1 > 9 THEN 9 ELSE $1 END',
    'SELECT 1 LIMIT CASE WHEN $1 >= 9 THEN 9 ELSE $1 END',
  ],
  ['a branch that is always taken', 'SELECT CASE WHEN true THEN a ELSE b END AS x FROM t', 'SELECT a AS x FROM t'],
  ['no limit', 'SELECT 1 FROM t LIMIT NULL', 'SELECT 1 FROM t'],
  ['ON and WHERE', 'SELECT 1 FROM t JOIN u ON t.a = u.a', 'SELECT 1 FROM t CROSS JOIN u WHERE u.a = t.a'],
  [
    'an outer join whose missing rows are turned away',
    'SELECT 1 FROM t LEFT JOIN u ON t.a = u.a WHERE u.b = 1 OR u.c IS NOT NULL',
    'SELECT 1 FROM t JOIN u ON t.a = u.a WHERE u.b = 1 OR u.c IS NOT NULL',
  ],
  [
    'an outer join below a join that turns its missing rows away',
    'SELECT 1 FROM t LEFT JOIN u ON t.a = u.a JOIN v ON v.b = u.b',
    'SELECT 1 FROM t JOIN u ON t.a = u.a JOIN v ON v.b = u.b',
  ],
  [
    'what EXISTS selects',
    'SELECT 1 FROM t WHERE EXISTS (SELECT DISTINCT a FROM u ORDER BY a LIMIT 1)',
    'SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM u)',
  ],
  ['DISTINCT in IN', 'SELECT 1 WHERE 1 IN (SELECT DISTINCT a FROM u)', 'SELECT 1 WHERE 1 IN (SELECT a FROM u)'],
  ['named parameters', 'SELECT :a::int, ":a", \':a\' FROM t', 'SELECT CAST(:a AS int), ":a", \':a\' FROM t'],
]

const DIFFERENT: [string, string, string][] = [
  ['one conjunct less', 'SELECT 1 FROM t WHERE a = 1 AND b = 2', 'SELECT 1 FROM t WHERE a = 1'],
  ['another parameter', 'SELECT :a', 'SELECT :b'],
  ['the order of subtraction', 'SELECT a - b AS x FROM t', 'SELECT b - a AS x FROM t'],
  ['the name of a column', 'SELECT COALESCE(a) FROM t', 'SELECT a FROM t'],
  ['another default in LEAST', 'SELECT 1 LIMIT LEAST(COALESCE($1, 5), 9)', 'SELECT 1 LIMIT LEAST($1, 9)'],
  ['IS NULL of a whole row', 'SELECT 1 FROM t WHERE NOT t IS NULL', 'SELECT 1 FROM t WHERE t IS NOT NULL'],
  [
    'an outer join whose missing rows pass',
    'SELECT 1 FROM t LEFT JOIN u ON t.a = u.a WHERE u.b = 1 OR u.c IS NULL',
    'SELECT 1 FROM t JOIN u ON t.a = u.a WHERE u.b = 1 OR u.c IS NULL',
  ],
  [
    'a NOT IN (SELECT) that an empty subquery makes true',
    'SELECT 1 FROM t LEFT JOIN u ON t.a = u.a WHERE u.b NOT IN (SELECT c FROM v)',
    'SELECT 1 FROM t JOIN u ON t.a = u.a WHERE u.b NOT IN (SELECT c FROM v)',
  ],
  ['an aggregate in EXISTS', 'SELECT EXISTS (SELECT count(*) FROM t)', 'SELECT EXISTS (SELECT 1 FROM t)'],
  ['LIMIT 0 in EXISTS', 'SELECT EXISTS (SELECT 1 FROM t LIMIT 0)', 'SELECT EXISTS (SELECT 1 FROM t)'],
  ['HAVING TRUE without GROUP BY', 'SELECT 1 FROM t HAVING true', 'SELECT 1 FROM t'],
  [
    'a LEFT JOIN of a subquery that may be empty',
    'SELECT 1 FROM t LEFT JOIN (SELECT count(*) FROM u GROUP BY a) x ON true',
    'SELECT 1 FROM t JOIN (SELECT count(*) FROM u GROUP BY a) x ON true',
  ],
]

describe('normalForm', () => {
  for (const [title, one, other] of SAME)
    it(`is the same for ${title}`, async () => {
      assert.equal(await isSameStatement(one, other, ['a', 'b']), true)
    })

  for (const [title, one, other] of DIFFERENT)
    it(`is another for ${title}`, async () => {
      assert.equal(await isSameStatement(one, other, ['a', 'b']), false)
    })
})
