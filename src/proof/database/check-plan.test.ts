import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { PlanError } from '../plan/plan-error.ts'
import { openLocalSession } from '../postgres/local-session.ts'
import type { Session } from '../postgres/session.ts'
import { PROOF, SCHEMA, SEED, TEMPLATE, tinyPlan } from '../testing/tiny-application.ts'
import { findHidden } from './hidden-rows.ts'
import { createTestDatabase, loadSeed } from './test-database.ts'

let session: Session
before(async () => {
  await loadModule()
  session = await openLocalSession({ template: TEMPLATE })
})
after(() => session.close())

const TYPES = `create type doc_kind as enum ('letter', 'invoice'); create domain positive as int check (value > 0);`

/** What is said of the file with one edit, as `file:line: message`; nothing where it is accepted. */
async function mistake(from: string, to: string, seed = SEED): Promise<string> {
  assert.ok(PROOF.includes(from), from)
  try {
    const plan = tinyPlan(PROOF.replace(from, () => to))
    const database = await createTestDatabase(session, TYPES + SCHEMA, plan)
    await loadSeed(database, { file: 'seed.sql', sql: seed })
    await findHidden(database, plan.actors, plan.rules)
    return ''
  } catch (error) {
    if (!(error instanceof PlanError)) throw error
    return `${error.file}:${error.line}: ${error.message}`
  }
}

/** The line of the first place in the file that has this text. */
const lineOf = (text: string) => PROOF.split('\n').findIndex(line => line.includes(text)) + 1

describe('before any case is run, a mistake is told with its line', () => {
  const TABLES = 'its tables are audit, docs, notes, payments, tenants.'

  it('a table that the schema does not have', async () => {
    const inRows = await mistake('      docs: docs.tenant_id =', '      doc: docs.tenant_id =')
    assert.equal(inRows, `proof.yaml:${lineOf('docs: docs.tenant_id')}: the schema has no table "doc"; ${TABLES}`)
    for (const [from, to] of [
      ['changes: {docs: {update', 'changes: {doc: {update'],
      ['{table: docs, on', '{table: doc, on'],
      ['changes: {docs: [11], audit: 1}', 'changes: {doc: [11], audit: 1}'],
      ['flood: {docs: [id]}', 'flood: {doc: [id]}'],
    ] as const)
      assert.equal(await mistake(from, to), `proof.yaml:${lineOf(from)}: the schema has no table "doc"; ${TABLES}`)
  })

  it('a column that its table does not have', async () => {
    const columns = 'id, tenant_id, title, secret, status, deleted_at'
    const line = lineOf('docs.secret')
    assert.equal(
      await mistake('docs.secret:', 'docs.secrt:'),
      `proof.yaml:${line}: docs has no column "secrt"; its columns are ${columns}.`,
    )
    assert.equal(
      await mistake('docs: deleted_at is null', 'docs: deletd_at is null'),
      `proof.yaml:${lineOf('docs: deleted_at')}: "deletd_at is null": column "deletd_at" does not exist; the columns of docs are ${columns}.`,
    )
  })

  it('a type that does not exist', async () => {
    const context = await mistake('role: text}', 'role: user_role}')
    assert.equal(context, `proof.yaml:${lineOf('context:')}: context role: there is no type user_role.`)
    const parameter = await mistake('key: {type: text,', 'key: {type: txt,')
    assert.equal(parameter, `proof.yaml:${lineOf('key: {type')}: pay: key: there is no type txt.`)
  })

  it('a value that is none of its type', async () => {
    assert.equal(
      await mistake('ben: {user_id: 2,', 'ben: {user_id: two,'),
      `proof.yaml:${lineOf('ben:')}: actor ben: user_id: invalid input syntax for type integer: "two".`,
    )
    const line = lineOf('{key: k1, amount: 5}')
    assert.equal(
      await mistake('key: {type: text, values: [k1]}', 'key: {type: doc_kind}'),
      `proof.yaml:${line}: pay: key: invalid input value for enum doc_kind: "k1"; its labels are letter, invoice.`,
    )
  })

  it('and no value that a constraint refuses, since a call may try it', async () => {
    const tried = 'amount: {type: positive, values: [5, -5]}'
    assert.equal(await mistake('amount: {type: int, values: [5]}', tried), '')
    const works = PROOF.slice(PROOF.indexOf('  pay:')).replace('amount: {type: int', 'amount: {type: positive')
    assert.equal(await mistake(PROOF.slice(PROOF.indexOf('  pay:')), works.replace('amount: 5}', 'amount: -5}')), '')
  })
})

describe('a seed that cannot be executed', () => {
  const seed = (from: string, to: string) => mistake('', '', SEED.replace(from, to))
  const line = (text: string) => SEED.split('\n').findIndex(one => one.includes(text)) + 1

  it('is told of with the line of the statement that fails', async () => {
    const broken = await seed("(31, 3, 'first of three'", "(31, 9, 'first of three'")
    assert.match(
      broken,
      new RegExp(`^seed\\.sql:${line('insert into docs')}: the seed cannot be .* foreign key constraint`),
    )
    assert.match(
      await seed('insert into notes', 'insert in notes'),
      new RegExp(`^seed\\.sql:${line('into notes')}: .* syntax`),
    )
  })

  it('is told of with line 1 where the end of the transaction fails', async () => {
    const deferred = 'alter table notes alter constraint notes_doc_id_fkey deferrable initially deferred;'
    assert.match(
      await seed('insert into notes', `${deferred} insert into notes values (1, 99, 'x'); insert into notes`),
      /^seed\.sql:1: .* foreign key/,
    )
  })
})
