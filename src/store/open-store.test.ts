import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { sampleAnswer, sampleQuestion } from '../lib/testing/sample-question.ts'
import { temporaryFolder } from '../lib/testing/temporary-folder.ts'
import { openStore } from './open-store.ts'

describe('openStore', () => {
  it('gives back what was added', () => {
    using store = openStore(':memory:')
    const question = sampleQuestion()
    assert.equal(store.find(question), undefined)
    store.add(question, sampleAnswer('bad', 'line\u0000\n"quoted"', ['R3', 'R1']))
    const stored = {
      id: 1,
      timestamp: '2026-03-01T12:00:00.000Z',
      application: 'notes',
      query: 'get-note',
      casePath: 'notes/get-note-03-bad.md',
      testFile: '/corpus/notes/get-note-03-bad.md',
      label: 'bad',
      language: 'sql',
      code: 'SELECT 1;',
      description: 'Reads a note.',
      violates: ['R1'],
      model: { name: 'baseline/coin', host: 'built-in', parameters: '{}' },
      prompt: 'default',
      repeat: 1,
      verdict: { result: 'bad', explanation: 'line\u0000\n"quoted"', rules: ['R3', 'R1'] },
      latencyMs: 12,
    }
    assert.deepEqual(store.find(question), stored)
    assert.deepEqual(store.currentEvaluations(), [stored])
  })

  it('starts with the columns that were promised, under their names', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'results.db')
    openStore(path)[Symbol.dispose]()
    const database = new DatabaseSync(path)
    const columns = database.prepare("SELECT name, type FROM pragma_table_info('evaluations') LIMIT 7").all()
    database.close()
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

  it('keeps older answers as history and shows the newest', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'results.db')
    {
      using store = openStore(path)
      store.add(sampleQuestion(), sampleAnswer('bad'))
      store.add(sampleQuestion(), sampleAnswer('good'))
      store.add(sampleQuestion({ repeat: 2 }), sampleAnswer('bad'))
      assert.equal(store.find(sampleQuestion())?.verdict.result, 'good')
      assert.deepEqual(
        store.currentEvaluations().map(({ repeat, verdict }) => [repeat, verdict.result]),
        [
          [1, 'good'],
          [2, 'bad'],
        ],
      )
    }
    const database = new DatabaseSync(path)
    assert.equal(database.prepare('SELECT count(*) AS n FROM evaluations').get()?.n, 3)
    assert.equal(database.prepare('SELECT count(*) AS n FROM texts').get()?.n, 4, 'each text once')
    database.close()
  })

  it('shows an edited case once, in its newest form', () => {
    using store = openStore(':memory:')
    store.add(sampleQuestion({ case: { code: 'old' } }), sampleAnswer('bad'))
    store.add(sampleQuestion({ case: { code: 'new' } }), sampleAnswer('good'))
    assert.deepEqual(
      store.currentEvaluations().map(({ code }) => code),
      ['new'],
    )
  })

  it('finds an answer again when the corpus lies elsewhere', () => {
    using store = openStore(':memory:')
    store.add(sampleQuestion(), sampleAnswer('bad'))
    const elsewhere = sampleQuestion({ case: { file: '/elsewhere/notes/get-note-03-bad.md' } })
    assert.equal(store.find(elsewhere)?.verdict.result, 'bad')
  })

  it('follows a case whose file was renamed, with its label', () => {
    using store = openStore(':memory:')
    store.add(sampleQuestion(), sampleAnswer('bad'))
    const renamed = sampleQuestion({
      case: { path: 'notes/get-01-good.md', file: '/c/notes/get-01-good.md', query: 'get', label: 'good' },
    })
    assert.equal(store.find(renamed)?.label, 'good')
    assert.deepEqual(
      store.currentEvaluations().map(({ casePath, query, label, testFile }) => [casePath, query, label, testFile]),
      [['notes/get-01-good.md', 'get', 'good', '/c/notes/get-01-good.md']],
    )
  })

  it('does not give one case the answer of another that is still there', () => {
    using folder = temporaryFolder()
    folder.write({ 'twin.md': '' })
    using store = openStore(':memory:')
    store.add(sampleQuestion({ case: { file: join(folder.path, 'twin.md') } }), sampleAnswer('bad'))
    assert.equal(store.find(sampleQuestion({ case: { path: 'notes/other-03-bad.md' } })), undefined)
  })

  it('keeps a failure apart from the evaluations', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'results.db')
    {
      using store = openStore(path)
      store.addFailure(sampleQuestion(), { timestamp: '2026-03-01T12:00:00.000Z', reason: 'no reply' })
      assert.equal(store.find(sampleQuestion()), undefined)
      assert.deepEqual(store.currentEvaluations(), [])
    }
    const database = new DatabaseSync(path)
    assert.deepEqual(
      { ...database.prepare('SELECT case_path, reason FROM failures').get() },
      {
        case_path: 'notes/get-note-03-bad.md',
        reason: 'no reply',
      },
    )
    database.close()
  })
})
