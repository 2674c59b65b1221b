import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { bindParameters } from './bind-parameters.ts'

before(() => loadModule())

const bind = (sql: string) =>
  bindParameters(
    sql,
    name => ({ org: '[org]', org_id: '[org_id]', hi: '[hi]' })[name],
    number => (number === 1 ? '[first]' : undefined),
  )

describe('bindParameters', () => {
  it('binds declared names and numbers, and no part of a name', () => {
    assert.equal(bind('select :org_id, :org, $1, $2'), 'select [org_id], [org], [first], $2')
    assert.equal(bind('where a=:org and b in (:org_id,:org)'), 'where a=[org] and b in ([org_id],[org])')
  })

  it('leaves casts, slices, strings, comments and dollar quotes alone', () => {
    const sql = `select ':org', 'é'::text, arr[lo:hi], $$ :org $$, "a:org" -- :org`
    assert.equal(bind(sql), sql)
    assert.equal(bind("select 'é', :org::int"), "select 'é', [org]::int")
  })

  it('leaves names that are not declared', () => {
    assert.equal(bind('select :other'), 'select :other')
  })
})

it('says what PostgreSQL says of text that does not end', () => {
  assert.throws(() => bindParameters("select 'abc", () => undefined), /unterminated quoted string/)
})
