import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { lineAt, nameParameters, numberParameters } from './numbered-parameters.ts'

const NAMES = ['org', 'org_id', 'hi', 'role']

describe('numberParameters', () => {
  before(loadModule)

  const cases: [string, string, string][] = [
    ['whole names only', 'SELECT :org_id, :org', 'SELECT $10001, $10000'],
    ['names that are keywords', 'SELECT :role', 'SELECT $10003'],
    ['declared names only', 'SELECT :orga, :role', 'SELECT :orga, $10003'],
    ['no casts', 'SELECT a::org, :org::text', 'SELECT a::org, $10000::text'],
    ['no strings, comments and dollar quotes', "SELECT ':org', $$:org$$ -- :org", "SELECT ':org', $$:org$$ -- :org"],
    ['no slices', 'SELECT a[lo:hi], a[:hi], a[(1):hi]', 'SELECT a[lo:hi], a[$10002], a[(1):hi]'],
    ['behind letters of several bytes', "SELECT 'é→', :org", "SELECT 'é→', $10000"],
    ['beside numbered parameters', 'SELECT $1, :org', 'SELECT $1, $10000'],
  ]
  for (const [title, sql, numbered] of cases)
    it(`numbers ${title}, and back`, () => {
      assert.equal(numberParameters(sql, NAMES), numbered)
      assert.equal(nameParameters(numbered, NAMES), sql)
    })
})

describe('lineAt', () => {
  it('counts bytes', () => {
    assert.equal(lineAt('é\nb', 2), 1)
    assert.equal(lineAt('é\nb', 3), 2)
  })
})
