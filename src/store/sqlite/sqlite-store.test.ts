import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { sampleAnswer, sampleQuestion } from '../../lib/testing/sample-question.ts'
import { type TemporaryFolder, temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { openDryRunStore, openExistingStore, openStore } from '../open-store.ts'
import { describeStore } from '../testing/store-suite.ts'
import { MIGRATIONS } from './migrations.ts'

describeStore('SQLite', async () => {
  const folder = temporaryFolder()
  const path = join(folder.path, 'results.db')
  return {
    open: () => openStore(path),
    openExisting: () => openExistingStore(path),
    openDryRun: () => openDryRunStore(path),
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  }
})

const dbOf = ({ path }: TemporaryFolder) => join(path, 'results.db')

function rows(folder: TemporaryFolder, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(dbOf(folder))
  const found = database.prepare(sql).all()
  database.close()
  return found.map(row => ({ ...row }))
}

describe('a SQLite database', () => {
  it('starts with the columns that were promised, under their names', async () => {
    using folder = temporaryFolder()
    await (await openStore(dbOf(folder)))[Symbol.asyncDispose]()
    const columns = rows(folder, "SELECT name, type FROM pragma_table_info('evaluations') LIMIT 7")
    assert.deepEqual(
      columns.map(({ name, type }) => `${name} ${type}`),
      [
        'id INTEGER',
        'timestamp DATETIME',
        'test_file TEXT',
        'model_name TEXT',
        'expected_result TEXT',
        'actual_result TEXT',
        'explanation TEXT',
      ],
    )
  })

  it('has each text once, and where a reply came from', async () => {
    using folder = temporaryFolder()
    await using store = await openStore(dbOf(folder))
    const provenance = {
      provider: 'Azure',
      servedModel: 'x-1',
      finishReason: 'stop',
      nativeFinishReason: 'end_turn',
      generationId: 'gen-1',
      promptTokens: 10,
      completionTokens: 5,
      cachedTokens: 3,
      reasoningTokens: 2,
      cost: 0.25,
    }
    const reply = { body: '{}', http: { status: 200, headers: {} }, sent: '{"max_tokens":9}', attempts: 3 }
    const answer = { ...sampleAnswer('bad'), provenance, reply }
    await store.add([1, 2].map(repeat => ({ question: sampleQuestion({ repeat }), answer })))
    assert.deepEqual(rows(folder, 'SELECT count(*) AS n FROM texts'), [{ n: 4 }])
    const columns =
      'typed_name, sent, provider, served_model, native_finish_reason, generation_id, cached_tokens, reasoning_tokens, cost, attempts, http'
    const [row] = rows(folder, `SELECT ${columns} FROM evaluations`)
    assert.deepEqual(Object.values(row ?? {}), [
      'typed',
      '{"max_tokens":9}',
      'Azure',
      'x-1',
      'end_turn',
      'gen-1',
      3,
      2,
      0.25,
      3,
      '{"status":200,"headers":{}}',
    ])
  })

  it('shows in its view only cases that the last corpus had, and says what is a copy', async () => {
    using folder = temporaryFolder()
    await using store = await openStore(dbOf(folder))
    const question = sampleQuestion()
    await store.add([{ question, answer: sampleAnswer('bad') }])
    const [from] = await store.storedCases()
    assert.ok(from)
    const to = { ...question.case, path: 'notes/renamed-03-bad.md' }
    await store.follow({ copies: [{ from, to }], updates: [], absent: [question.case.path], present: [] })
    assert.deepEqual(rows(folder, 'SELECT case_path, copied_from FROM current_evaluations'), [
      { case_path: to.path, copied_from: question.case.path },
    ])
    assert.deepEqual(rows(folder, 'SELECT copied_from FROM evaluations WHERE copied_from IS NULL').length, 1)
  })

  it('of the first version is brought up to date with its answers', async () => {
    using folder = temporaryFolder()
    const first = new DatabaseSync(dbOf(folder))
    first.exec(MIGRATIONS[0] ?? '')
    first.exec(`PRAGMA user_version = 1; PRAGMA application_id = ${0x5342656e};
      INSERT INTO texts VALUES ('t', 'text');
      INSERT INTO evaluations (timestamp, test_file, model_name, expected_result, actual_result, explanation, case_path,
        application, query, language, violates, named_rules, prompt, repeat, host, parameters, typed_name, latency_ms,
        attempts, reply, key, specification_hash, evaluation_prompt_hash, code_hash, description_hash)
      VALUES ('2026-03-01T12:00:00.000Z', '/x', 'm', 'bad', 'good', '', 'notes/get-note-03-bad.md', 'notes', 'q', 'sql',
        '[]', '[]', 'default', 1, 'h', '{}', 'm', 1, 1, '', 'k', 't', 't', 't', 't')`)
    first.close()
    await using store = await openStore(dbOf(folder))
    assert.deepEqual(await store.missing([sampleQuestion({ key: 'k' })]), [])
    assert.deepEqual(rows(folder, 'SELECT case_path, copied_from FROM current_evaluations'), [
      { case_path: 'notes/get-note-03-bad.md', copied_from: null },
    ])
  })

  it('is waited for when an answer comes while another program has the lock', async () => {
    using folder = temporaryFolder()
    await using store = await openStore(dbOf(folder))
    const browser = new DatabaseSync(dbOf(folder))
    browser.exec('BEGIN IMMEDIATE')
    setTimeout(() => browser.close(), 1300)
    const times = { now: 0, until: 1 }
    const [, leases] = await Promise.all([
      store.add([{ question: sampleQuestion(), answer: sampleAnswer('bad') }]),
      store.lease([sampleQuestion()], { host: 'here', pid: 1 }, times),
    ])
    assert.deepEqual(leases, [{ type: 'answered' }], 'one after the other')
  })

  it('is not waited for before anything was paid', async () => {
    using folder = temporaryFolder()
    await using store = await openStore(dbOf(folder))
    const browser = new DatabaseSync(dbOf(folder))
    browser.exec('BEGIN IMMEDIATE')
    await assert.rejects(store.missing([sampleQuestion()]), /is locked by another program/)
    browser.close()
  })
})

describe('openStore', () => {
  it('says which databases it cannot open, and no password', async () => {
    await assert.rejects(openStore('postgres://me:secret@localhost/results'), {
      name: 'UsageError',
      message: 'a database at postgres://… cannot be opened.',
    })
  })

  it('opens no database in memory: the next command would find nothing', async () => {
    for (const open of [openStore, openExistingStore, openDryRunStore])
      await assert.rejects(open(':memory:'), { name: 'UsageError', message: /:memory: would be gone/ })
  })
})
