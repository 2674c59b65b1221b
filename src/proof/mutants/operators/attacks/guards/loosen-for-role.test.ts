import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attacksOf } from '../../../testing/attacks-of.ts'

describe('loosen-for-role', () => {
  it('lets the role pass whose job the query is', async () => {
    const attacks = await attacksOf('loosen-for-role', 'SELECT d.id FROM docs d WHERE d.tenant_id = :tenant_id')
    assert.deepEqual(attacks, [
      [
        "d.tenant_id = :tenant_id OR :role = 'member'",
        "SELECT d.id FROM docs AS d WHERE d.tenant_id = :tenant_id OR :role = 'member'",
      ],
    ])
  })

  it('lets the role pass that the guard names, or those that it does not', async () => {
    const attacks = await attacksOf('loosen-for-role', "SELECT 1 FROM docs d WHERE :role <> 'member' OR d.id = 1")
    assert.deepEqual(attacks, [
      [
        ":role <> 'member' OR d.id = 1 OR :role = 'member'",
        "SELECT 1 FROM docs AS d WHERE (:role <> 'member' OR d.id = 1) OR :role = 'member'",
      ],
    ])
  })

  it('leaves a filter of the client alone', async () => {
    const attacks = await attacksOf('loosen-for-role', 'SELECT 1 FROM docs d WHERE d.title = :term')
    assert.deepEqual(attacks, [])
  })
})
