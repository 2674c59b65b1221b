import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSchema } from './read-schema.ts'

describe('readSchema', () => {
  it('knows tables with their columns, and enums with their values', async () => {
    const sql =
      "CREATE TYPE s AS ENUM ('A', 'B'); CREATE TABLE t (id int PRIMARY KEY, s s, UNIQUE (id, s)); CREATE INDEX ON t (s);"
    assert.deepEqual(await readSchema(sql), { tables: { t: ['id', 's'] }, enums: [['A', 'B']] })
  })
})
