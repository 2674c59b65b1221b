import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('audit-for-role', () => {
  it('inserts for some roles only', async () => {
    const attacks = await attacksOf('audit-for-role', 'INSERT INTO audit (doc_id) SELECT :doc_id')
    assert.deepEqual(attacks, [
      ["WHERE :role <> 'member'", "INSERT INTO audit (doc_id) SELECT :doc_id WHERE :role <> 'member'"],
    ])
  })

  it('makes a SELECT of VALUES', async () => {
    const attacks = await attacksOf('audit-for-role', 'INSERT INTO audit (doc_id) VALUES (:doc_id)')
    assert.deepEqual(attacks, [
      ["WHERE :role <> 'member'", "INSERT INTO audit (doc_id) SELECT :doc_id WHERE :role <> 'member'"],
    ])
  })

  it('leaves other tables alone', async () => {
    const attacks = await attacksOf('audit-for-role', 'INSERT INTO docs (id) VALUES (:doc_id)')
    assert.deepEqual(attacks, [])
  })
})
