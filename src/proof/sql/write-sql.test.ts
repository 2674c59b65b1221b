import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule, parseSync } from 'libpg-query'
import type { Node } from './node.ts'
import { isSameTree } from './text-positions.ts'
import { writeSql } from './write-sql.ts'

describe('writeSql', () => {
  before(loadModule)

  const expressions = [
    '(NOT a) IS TRUE',
    'NOT (a IS TRUE)',
    '(a IS NOT DISTINCT FROM b) IS NULL',
    '(a = b) IS NOT UNKNOWN',
    "(a || b) AT TIME ZONE 'utc'",
    "-(a AT TIME ZONE 'utc')",
    '(a AND b) = (c OR d)',
    'a - (b - c)',
    '(SELECT a) IN (SELECT b)',
  ]
  for (const expression of expressions)
    it(`keeps the meaning of ${expression}`, () => {
      const parse = (sql: string) => parseSync(sql).stmts?.[0]?.stmt as Node
      const tree = parse(`SELECT ${expression} FROM t`)
      assert.ok(isSameTree(parse(writeSql(tree)), tree), writeSql(tree))
    })
})
