import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOf } from '../../testing/mutants-of.ts'

describe('unmask and drop-case-branch', () => {
  it('shows the value that a CASE hides, and hides it for all', async () => {
    assert.deepEqual(
      await mutantsOf('unmask drop-case-branch', 'SELECT CASE WHEN :org_id = 1 THEN price END AS price FROM t'),
      [
        ['CASE WHEN :org_id = 1 THEN price END → price', 'SELECT price AS price FROM t'],
        ['WHEN :org_id = 1 THEN price', 'SELECT CASE WHEN false THEN price END AS price FROM t'],
      ],
    )
  })

  it('keeps the name that PostgreSQL gave to the column', async () => {
    assert.deepEqual(await mutantsOf('unmask drop-case-branch', 'SELECT CASE WHEN a = 1 THEN price END FROM t'), [
      ['CASE WHEN a = 1 THEN price END → price', 'SELECT price AS "case" FROM t'],
      ['WHEN a = 1 THEN price', 'SELECT CASE WHEN false THEN price END FROM t'],
    ])
  })

  it('drops each WHEN', async () => {
    assert.deepEqual(
      await mutantsOf(
        'unmask drop-case-branch',
        "SELECT CASE a WHEN 1 THEN NULL WHEN 2 THEN '***' ELSE left(price, 2) END AS x FROM t",
      ),
      [
        [
          'CASE a WHEN 1 THEN NULL WHEN 2 THEN \'***\' ELSE "left"(price, 2) END → "left"(price, 2)',
          'SELECT "left"(price, 2) AS x FROM t',
        ],
        ['WHEN 1 THEN NULL', 'SELECT CASE a WHEN 2 THEN \'***\' ELSE "left"(price, 2) END AS x FROM t'],
        ["WHEN 2 THEN '***'", 'SELECT CASE a WHEN 1 THEN NULL ELSE "left"(price, 2) END AS x FROM t'],
      ],
    )
  })

  it('drops the branches of a CASE that is a condition', async () => {
    assert.deepEqual(
      await mutantsOf(
        'unmask drop-case-branch',
        'SELECT a FROM t WHERE CASE a WHEN 1 THEN b = 1 WHEN 2 THEN c = 2 END',
      ),
      [
        ['WHEN 1 THEN b = 1', 'SELECT a FROM t WHERE CASE a WHEN 2 THEN c = 2 END'],
        ['WHEN 2 THEN c = 2', 'SELECT a FROM t WHERE CASE a WHEN 1 THEN b = 1 END'],
      ],
    )
  })
})

describe('drop-coalesce', () => {
  it('drops the defaults', async () => {
    assert.deepEqual(await mutantsOf('drop-coalesce', 'SELECT COALESCE(a, b, 0) FROM t WHERE a = COALESCE(:size, a)'), [
      ['COALESCE(a, b, 0) → a', 'SELECT a AS "coalesce" FROM t WHERE a = (COALESCE(:size, a))'],
      ['COALESCE(:size, a) → :size', 'SELECT COALESCE(a, b, 0) FROM t WHERE a = :size'],
    ])
  })

  it('makes no mutant of a default that LEAST has too', async () => {
    assert.deepEqual(await mutantsOf('drop-coalesce', 'SELECT a FROM t LIMIT LEAST(COALESCE(:size, 100), 100)'), [])
  })
})
