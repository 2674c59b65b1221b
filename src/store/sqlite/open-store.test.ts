import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { hash } from '../../lib/hash.ts'
import { sampleAnswer, sampleQuestion } from '../../lib/testing/sample-question.ts'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { openStore, type Store } from './open-store.ts'
import type { StoredAnswer } from './read-answers.ts'

const CONTENT = `${hash('SELECT 1;')} ${hash('spec')} sql`

function current(store: Store): StoredAnswer[] {
  return [...store.answers({ models: [], applications: [], prompts: [], since: undefined }, { isFull: false })]
}

function currentCode(store: Store): string[] {
  return current(store).map(({ code }) => code)
}

describe('openStore', () => {
  it('gives back what was added', () => {
    using store = openStore(':memory:')
    const question = sampleQuestion()
    assert.equal(store.resultOf(question), undefined)
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
      codeHash: hash('SELECT 1;'),
      specificationHash: hash('spec'),
      model: { name: 'baseline/coin', host: 'built-in', parameters: '{}' },
      prompt: 'default',
      repeat: 1,
      verdict: { result: 'bad', explanation: 'line\u0000\n"quoted"', rules: ['R3', 'R1'] },
      latencyMs: 12,
      provider: null,
      promptTokens: null,
      completionTokens: null,
      cost: null,
    }
    assert.equal(store.resultOf(question), 'bad')
    assert.partialDeepStrictEqual(current(store), [stored])
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
      assert.equal(store.resultOf(sampleQuestion()), 'good')
      assert.deepEqual(
        current(store).map(({ repeat, verdict }) => [repeat, verdict.result]),
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
      current(store).map(({ code }) => code),
      ['new'],
    )
  })

  it('has the old answer again when a case was edited and edited back', () => {
    using store = openStore(':memory:')
    const before = sampleQuestion({ case: { code: 'before' } })
    const after = sampleQuestion({ case: { code: 'after' } })
    store.add(before, sampleAnswer('bad'))
    store.add(after, sampleAnswer('good'))
    assert.equal(store.resultOf(before), undefined)
    assert.equal(store.claim(before), true)
    assert.deepEqual([store.resultOf(before), currentCode(store)], ['bad', ['before']])
    assert.equal(store.claim(after), true)
    assert.deepEqual([store.resultOf(after), currentCode(store)], ['good', ['after']])
    assert.equal(store.claim(sampleQuestion({ case: { code: 'new' } })), false)
  })

  it('takes answers and their history to another name, with what the file says now', () => {
    using store = openStore(':memory:')
    store.add(sampleQuestion(), sampleAnswer('bad', 'first'))
    store.add(sampleQuestion(), sampleAnswer('bad', 'second'))
    store.add(sampleQuestion({ model: 'other' }), sampleAnswer('good', 'of another model'))
    const facts = {
      path: 'notes/get-01-good.md',
      file: '/c/notes/get-01-good.md',
      query: 'get',
      label: 'good' as const,
    }
    const renamed = sampleQuestion({ case: { ...facts, description: 'Said better.', violates: ['R2'] } })
    store.moveAnswers([{ casePath: 'notes/get-note-03-bad.md', content: CONTENT, to: renamed.case }])
    assert.deepEqual(
      current(store).map(({ casePath, query, label, testFile, verdict }) => [
        casePath,
        query,
        label,
        testFile,
        verdict.explanation,
      ]),
      [
        [facts.path, 'get', 'good', facts.file, 'second'],
        [facts.path, 'get', 'good', facts.file, 'of another model'],
      ],
    )
    const [moved] = current(store)
    assert.deepEqual([moved?.description, moved?.violates], ['Said better.', ['R2']])
  })

  it('exchanges the answers of two cases that changed places', () => {
    using store = openStore(':memory:')
    const at = (number: string, code: string) => sampleQuestion({ case: { path: `notes/x-${number}-bad.md`, code } })
    store.add(at('03', 'a'), sampleAnswer('bad', 'about a'))
    store.add(at('04', 'b'), sampleAnswer('bad', 'about b'))
    const content = (code: string) => `${hash(code)} ${hash('spec')} sql`
    store.moveAnswers([
      { casePath: 'notes/x-03-bad.md', content: content('a'), to: at('04', 'a').case },
      { casePath: 'notes/x-04-bad.md', content: content('b'), to: at('03', 'b').case },
    ])
    assert.deepEqual(
      current(store).map(({ casePath, verdict }) => [casePath, verdict.explanation]),
      [
        ['notes/x-03-bad.md', 'about b'],
        ['notes/x-04-bad.md', 'about a'],
      ],
    )
  })

  it('says where the current answers are', () => {
    using store = openStore(':memory:')
    store.add(sampleQuestion(), sampleAnswer('bad'))
    store.add(sampleQuestion({ model: 'other' }), sampleAnswer('bad'))
    assert.deepEqual(store.places(), [
      {
        casePath: 'notes/get-note-03-bad.md',
        application: 'notes',
        testFile: '/corpus/notes/get-note-03-bad.md',
        label: 'bad',
        violates: '["R1"]',
        descriptionHash: hash('Reads a note.'),
        content: CONTENT,
      },
    ])
  })

  it('makes history of a case that was deleted, and has it back when the case is', () => {
    using store = openStore(':memory:')
    store.add(sampleQuestion(), sampleAnswer('bad'))
    store.retire('notes/get-note-03-bad.md')
    assert.deepEqual(current(store), [])
    assert.equal(store.claim(sampleQuestion()), true)
    assert.equal(current(store).length, 1)
  })

  it('leaves everything as it was after a rehearsal', () => {
    using store = openStore(':memory:')
    store.add(sampleQuestion(), sampleAnswer('bad'))
    const seen = store.transaction(() => {
      store.retire('notes/get-note-03-bad.md')
      store.add(sampleQuestion({ model: 'other' }), sampleAnswer('bad'))
      return current(store).length
    }, 'rehearsal')
    assert.deepEqual([seen, current(store).map(({ model }) => model.name)], [1, ['baseline/coin']])
  })

  it('shows others at once what need not outlive a power cut', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'results.db')
    using store = openStore(file)
    using other = openStore(file)
    const holder = { host: 'here', pid: 1, isRunning: () => true }
    store.transaction(() => store.lease(sampleQuestion(), holder, 0), 'passing')
    assert.equal(other.lease(sampleQuestion(), { ...holder, pid: 2 }, 0), false)
  })

  it('lets one run at a time ask a question, and a dead one hold up nobody', () => {
    using store = openStore(':memory:')
    const holder = (pid: number, running: number[] = [1, 2], host = 'here') => ({
      host,
      pid,
      isRunning: (one: number) => running.includes(one),
    })
    assert.equal(store.lease(sampleQuestion(), holder(1), 0), true)
    assert.equal(store.lease(sampleQuestion(), holder(2), 0), false)
    assert.equal(store.lease(sampleQuestion({ model: 'other' }), holder(2), 0), true, 'another question')
    assert.equal(store.lease(sampleQuestion(), holder(2, [2], 'elsewhere'), 0), false, 'nobody can look there')
    assert.equal(store.lease(sampleQuestion(), holder(2, [2]), 0), true, 'the first has died')
    store.release(sampleQuestion())
    assert.equal(store.lease(sampleQuestion(), holder(1), 0), true)
    store.add(sampleQuestion(), sampleAnswer('bad'))
    assert.equal(store.lease(sampleQuestion(), holder(2), 0), true, 'an answer ends it')
    store.renewLeases(holder(2), 60_000)
    assert.equal(store.lease(sampleQuestion(), holder(1), 120_000), false, 'it was renewed')
    assert.equal(store.lease(sampleQuestion(), holder(1), 200_000), true, 'and time ends it')
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
      store.addFailure(sampleQuestion(), {
        timestamp: '2026-03-01T12:00:00.000Z',
        reason: 'no reply',
        attempts: 2,
        cost: 0.5,
      })
      assert.equal(store.resultOf(sampleQuestion()), undefined)
      assert.deepEqual(current(store), [])
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
