import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { nameParameters, numberParameters } from './numbered-parameters.ts'

const NAMES = ['org', 'org_id', 'hi', 'role']

// Which colon begins a parameter is tested in bind-parameters.test.ts.
describe('numberParameters', () => {
  before(loadModule)

  const cases: [string, string, string][] = [
    ['whole names only', 'SELECT :org_id, :org', 'SELECT $10001, $10000'],
    ['names that are keywords', 'SELECT :role', 'SELECT $10003'],
    ['declared names only', 'SELECT :orga, :role', 'SELECT :orga, $10003'],
    ['no slices', 'SELECT a[lo:hi], a[:hi], a[(1):hi]', 'SELECT a[lo:hi], a[$10002], a[(1):hi]'],
    ['parameters beside numbered ones', 'SELECT $1, :org', 'SELECT $1, $10000'],
  ]
  for (const [title, sql, numbered] of cases)
    it(`numbers ${title}, and back`, () => {
      assert.equal(numberParameters(sql, NAMES), numbered)
      assert.equal(nameParameters(numbered, NAMES), sql)
    })
})
