import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { takeRoles } from '../database/application-roles.ts'
import { readCatalog } from '../postgres/catalog.ts'
import { openLocalSession } from '../postgres/local-session.ts'
import { TEMPLATE } from '../testing/tiny-application.ts'
import { readSchema, type SchemaNames } from './read-schema.ts'

const CORPUS = join(import.meta.dirname, '../../../tests')

/** The same names from PostgreSQL. */
async function namesInDatabase(schema: string): Promise<Pick<SchemaNames, 'tables' | 'enums'>> {
  const session = await openLocalSession({ template: TEMPLATE })
  try {
    const { roles, schema: withoutRoles } = takeRoles(schema)
    for (const role of roles) await session.createRole(role)
    await session.run(withoutRoles)
    const catalog = [...(await readCatalog(session)).values()]
    const tables = Object.fromEntries(catalog.map(({ name, columns }) => [name, columns.map(column => column.name)]))
    const [values] = await session.run(
      "select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum group by enumtypid order by enumtypid",
    )
    return { tables, enums: (values?.rows ?? []).map(([list]) => list?.split(',') ?? []) }
  } finally {
    await session.close()
  }
}

describe('readSchema', () => {
  it('gives tables with their columns, and enums with their values', async () => {
    const sql =
      "CREATE TYPE s AS ENUM ('A', 'B'); CREATE TABLE t (id int PRIMARY KEY, s s, UNIQUE (id, s)); CREATE INDEX ON t (s);"
    assert.deepEqual(await readSchema(sql), {
      tables: { t: ['id', 's'] },
      types: { t: { id: 'int4', s: 's' } },
      checked: { t: [] },
      required: { t: ['id'] },
      enums: [['A', 'B']],
    })
  })

  it('gives the columns that are never NULL', async () => {
    const { required } = await readSchema('CREATE TABLE t (a int NOT NULL CHECK (a < 9), b int, c int PRIMARY KEY)')
    assert.deepEqual(required, { t: ['a', 'c'] })
  })

  it('gives the columns of which a CHECK speaks', async () => {
    const { checked } = await readSchema('CREATE TABLE t (a int CHECK (a < 9), b int, c int, CHECK (c > 0))')
    assert.deepEqual(checked, { t: ['a', 'c'] })
  })

  for (const file of globSync('*/SPEC.md', { cwd: CORPUS }).sort())
    it(`reads from ${file} what PostgreSQL's catalog has`, async () => {
      const schema = /```sql\n([\s\S]*?)```/.exec(readFileSync(join(CORPUS, file), 'utf8'))?.[1] ?? ''
      const names = await readSchema(schema)
      assert.ok(Object.keys(names.tables).length > 1, 'the schema has tables')
      const { tables, enums } = names
      assert.deepEqual({ tables, enums }, await namesInDatabase(schema))
    })
})
