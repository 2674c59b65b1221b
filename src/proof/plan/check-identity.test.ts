import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MIGRATION_PROOF } from '../testing/tiny-migrations.ts'
import { parseProof } from './parse-proof.ts'

/** The messages for the proof.yaml of the tiny migrations, with one text in place of another. */
function mistakesWith(from: string, to: string): string[] {
  assert.ok(MIGRATION_PROOF.includes(from), from)
  return parseProof(MIGRATION_PROOF.replace(from, to)).mistakes.map(({ message }) => message)
}

describe('who calls the operations of migrations', () => {
  it('is said by owner and identity', () => {
    assert.deepEqual(parseProof(MIGRATION_PROOF).mistakes, [])
  })

  it('is missed where a query has operations', () => {
    assert.deepEqual(mistakesWith('owner: app_owner\n', ''), [
      'read-docs has operations, and the file has no "owner" that says which role executes the schema and the migrations, as owner: app_owner.',
    ])
  })

  it('is one role, of a parameter that the server sets', () => {
    assert.deepEqual(mistakesWith('  - set local role :db_role\n', ''), [
      'identity must set one role, as set local role :db_role.',
    ])
    assert.deepEqual(mistakesWith('role :db_role', 'role :job'), ['identity names :job, which is not in "context".'])
  })

  it('runs nothing but SET LOCAL ROLE and set_config', () => {
    assert.deepEqual(mistakesWith('set local role :db_role\n', 'set local role :db_role\n  - delete from docs\n'), [
      'identity has "delete from docs"; set local role :parameter, or select set_config(…), was wanted.',
    ])
  })

  it('leaves the keys of a query to its operations', () => {
    assert.deepEqual(mistakesWith('  read-docs:\n', '  read-docs:\n    key: id\n'), [
      'read-docs has operations, so that "key" belongs into one of them.',
    ])
    const equivalent = "  read-docs:\n    equivalent: {mutant: 'drop-conjunct: id > 0', reason: all ids are}\n"
    assert.deepEqual(mistakesWith('  read-docs:\n', equivalent), [])
  })

  it('is wanted beside what an API exposes', () => {
    assert.deepEqual(
      parseProof(MIGRATION_PROOF.replace('  read-docs:\n', '  read-docs:\n    exposes: all\n')).mistakes,
      [],
    )
    const file = MIGRATION_PROOF.replace(
      '  share-docs:\n',
      '  count-docs:\n    exposes: [docs]\n    works: {as: ann}\n  share-docs:\n',
    )
    assert.deepEqual(parseProof(file).mistakes, [
      {
        line: file.split('\n').indexOf('    exposes: [docs]') + 1,
        message:
          'count-docs has "exposes" and no operations; write what the application sends too, as operations: {list: {sql: select * from docs, works: {as: an actor, gives: [1]}}}.',
      },
    ])
  })

  it('names actors and parameters of operations', () => {
    assert.deepEqual(mistakesWith('{as: cleo, gives: [21, 22]}', '{as: nobody, with: {x: 1}}'), [
      'read-docs/list works as "nobody", who is no actor (ann, ben, cleo, dan).',
      'read-docs/list has no parameter "x".',
    ])
  })
})
