import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { hash } from '../lib/hash.ts'
import { sampleAnswer, sampleQuestion } from '../lib/testing/sample-question.ts'
import { temporaryFolder } from '../lib/testing/temporary-folder.ts'
import { openStore, type Store } from './open-store.ts'

const nothingIsGone = () => false
const everythingIsGone = () => true

function currentCode(store: Store): string[] {
  return store.currentEvaluations().map(({ code }) => code)
}

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
      specificationHash: hash('spec'),
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

  it('has the old answer again when a case was edited and edited back', () => {
    using store = openStore(':memory:')
    const before = sampleQuestion({ case: { code: 'before' } })
    const after = sampleQuestion({ case: { code: 'after' } })
    store.add(before, sampleAnswer('bad'))
    store.add(after, sampleAnswer('good'))
    assert.equal(store.find(before), undefined)
    assert.equal(store.claim(before, nothingIsGone)?.verdict.result, 'bad')
    assert.deepEqual(currentCode(store), ['before'])
    assert.equal(store.claim(after, nothingIsGone)?.verdict.result, 'good')
    assert.deepEqual(currentCode(store), ['after'])
  })

  it('finds an answer again when the corpus lies elsewhere, and takes what the file says now', () => {
    using store = openStore(':memory:')
    store.add(sampleQuestion(), sampleAnswer('bad'))
    const facts = { file: '/elsewhere/notes/get-note-03-bad.md', description: 'Said better.', violates: ['R2', 'R1'] }
    const claimed = store.claim(sampleQuestion({ case: facts }), nothingIsGone)
    assert.deepEqual(
      [claimed?.testFile, claimed?.description, claimed?.violates],
      [facts.file, 'Said better.', ['R2', 'R1']],
    )
    assert.deepEqual(store.currentEvaluations(), [claimed])
  })

  it('follows a case whose file was renamed, with its label and its history', () => {
    using store = openStore(':memory:')
    store.add(sampleQuestion(), sampleAnswer('bad', 'first'))
    store.add(sampleQuestion(), sampleAnswer('bad', 'second'))
    const renamed = sampleQuestion({
      case: { path: 'notes/get-01-good.md', file: '/c/notes/get-01-good.md', query: 'get', label: 'good' },
    })
    assert.equal(store.isAnswered(renamed, nothingIsGone), false)
    assert.equal(store.isAnswered(renamed, everythingIsGone), true)
    assert.equal(store.claim(renamed, everythingIsGone)?.label, 'good')
    assert.deepEqual(
      store
        .currentEvaluations()
        .map(({ casePath, query, label, testFile, verdict }) => [
          casePath,
          query,
          label,
          testFile,
          verdict.explanation,
        ]),
      [['notes/get-01-good.md', 'get', 'good', '/c/notes/get-01-good.md', 'second']],
    )
  })

  it('does not give one case the answer of another that is still there', () => {
    using store = openStore(':memory:')
    store.add(sampleQuestion(), sampleAnswer('bad'))
    assert.equal(store.claim(sampleQuestion({ case: { path: 'notes/other-03-bad.md' } }), nothingIsGone), undefined)
    assert.equal(store.currentEvaluations().length, 1)
  })

  it('makes history of a case that was deleted, and of nothing else', () => {
    using store = openStore(':memory:')
    store.add(sampleQuestion(), sampleAnswer('bad'))
    store.add(sampleQuestion({ model: 'baseline/length' }), sampleAnswer('good'))
    const [first] = store.currentEvaluations()
    assert.ok(first)
    store.retire(first)
    assert.deepEqual(
      store.currentEvaluations().map(({ model }) => model.name),
      ['baseline/length'],
    )
    assert.equal(store.claim(sampleQuestion(), nothingIsGone)?.id, first.id, 'and it can come back')
  })

  it('keeps every reply for reading it anew', () => {
    using store = openStore(':memory:')
    store.add(sampleQuestion(), sampleAnswer('bad'))
    store.add(sampleQuestion(), sampleAnswer('good'))
    for (const { id } of store.replies())
      store.updateVerdict(id, { result: 'empty', explanation: 'new', rules: ['R9'] })
    assert.deepEqual(
      [...store.replies()].map(({ body, result, explanation, rules }) => [body, result, explanation, rules]),
      Array(2).fill(['as it came', 'empty', 'new', ['R9']]),
    )
  })

  it('keeps where a reply came from', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'results.db')
    {
      using store = openStore(path)
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
      store.add(sampleQuestion(), { ...sampleAnswer('bad'), provenance, reply })
    }
    const database = new DatabaseSync(path)
    const columns =
      'typed_name, sent, provider, served_model, native_finish_reason, generation_id, cached_tokens, reasoning_tokens, cost, attempts, http'
    const row = database.prepare(`SELECT ${columns} FROM evaluations`).get()
    database.close()
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
