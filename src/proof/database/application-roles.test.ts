import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { takeRoles } from './application-roles.ts'

before(() => loadModule())

describe('takeRoles', () => {
  it('takes roles without options out of a schema', () => {
    const { roles, schema } = takeRoles(
      'create role app_owner nologin;\ncreate table t (id int);\ncreate role "Some One";',
    )
    assert.deepEqual(roles, ['app_owner', 'Some One'])
    assert.doesNotMatch(schema, /create role/)
    assert.match(schema, /create table t \(id int\)/)
  })

  it('leaves a role with rights, which PostgreSQL refuses', () => {
    for (const options of ['superuser', 'login', 'bypassrls', 'createrole', "password 'x'", 'in role postgres']) {
      const sql = `create role boss ${options}`
      assert.deepEqual(takeRoles(sql), { roles: [], schema: sql })
    }
  })

  it('leaves a text that is no SQL as it is', () => {
    assert.deepEqual(takeRoles('create role'), { roles: [], schema: 'create role' })
  })
})
