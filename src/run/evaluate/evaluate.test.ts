import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EvaluationDetail, Model, Reply } from '../../domain.ts'
import { CallFailure } from '../../errors.ts'
import { SAMPLE_CORPUS } from '../../lib/testing/sample-corpus.ts'
import { type TemporaryFolder, temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { loadCorpus } from '../corpus/load-corpus.ts'
import { openResults } from '../results/open-results.ts'
import { evaluate } from './evaluate.ts'
import type { EvaluateEvent, EvaluateOptions } from './evaluation.ts'

const BAD = '{"explanation": "x", "assessment": "bad", "violated_rules": ["R1"]}'

/** A model that answers as the script says and remembers what it was asked. */
function scripted(answer: (code: string, nth: number) => string | Promise<string>, name = 'scripted') {
  const asked: string[] = []
  let running = 0
  const model: Model & { asked: string[]; most: number } = {
    identity: { name, host: 'test', parameters: '{}' },
    typedName: name,
    prices: null,
    concurrency: 2,
    asked,
    most: 0,
    async ask(prompt): Promise<Reply> {
      asked.push(prompt.code)
      running++
      model.most = Math.max(model.most, running)
      try {
        await new Promise(resolve => setImmediate(resolve))
        const body = await answer(prompt.code, asked.length)
        return { body, attempts: 1, ...(body.includes('choices') ? { http: { status: 200, headers: {} } } : {}) }
      } finally {
        running--
      }
    },
  }
  return model
}

/** A model's answer in a server's envelope, with its price. */
function chatReply(cost: number): string {
  const choices = [{ finish_reason: 'stop', message: { role: 'assistant', content: BAD } }]
  return JSON.stringify({ choices, usage: { prompt_tokens: 1, completion_tokens: 1, cost } })
}

/** Runs it; `evaluations` are the answers that a report would have afterwards. */
async function run(
  folder: TemporaryFolder,
  models: Model[],
  { concurrency, ...more }: Partial<EvaluateOptions> & { concurrency?: number } = {},
) {
  const events: EvaluateEvent[] = []
  const { corpus } = loadCorpus(join(folder.path, 'tests'), { skipInvalid: false })
  const never = new AbortController().signal
  const db = join(folder.path, 'results.db')
  const outcome = await evaluate({
    corpus,
    cases: corpus.cases,
    evaluationPrompts: [{ name: 'default', text: 'Decide.' }],
    repeats: 1,
    models: models.map(model => ({ ...model, concurrency: concurrency ?? model.concurrency })),
    db,
    force: false,
    isWarming: true,
    paceMemory: undefined,
    maxCost: undefined,
    stop: never,
    abort: never,
    now: () => new Date('2026-03-01T12:00:00Z'),
    onEvent: event => events.push(event),
    ...more,
  })
  return {
    ...outcome,
    events,
    evaluations: outcome.summary.evaluations > 0 ? await reported(db, corpus.directory) : [],
  }
}

/** What a report of this checkout is made from. */
async function reported(db: string, tests: string): Promise<EvaluationDetail[]> {
  const everything = { models: [], applications: [], levels: [], prompts: [], since: undefined }
  await using results = await openResults({ ...everything, db, tests, proofs: 'none' })
  return (await Array.fromAsync(results.answers({ isFull: false }))).flat()
}

function corpusFolder(): TemporaryFolder {
  const folder = temporaryFolder()
  folder.write(Object.fromEntries(Object.entries(SAMPLE_CORPUS).map(([name, text]) => [`tests/${name}`, text])))
  return folder
}

function count(folder: TemporaryFolder, table: string): unknown {
  const database = new DatabaseSync(join(folder.path, 'results.db'))
  const row = database.prepare(`SELECT count(*) AS n FROM ${table}`).get()
  database.close()
  return row?.n
}

describe('evaluate', () => {
  it('asks everything once and scores it', async () => {
    using folder = corpusFolder()
    const model = scripted(() => BAD)
    const { evaluations, summary, answered, wanted } = await run(folder, [model])
    assert.deepEqual([model.asked.length, evaluations.length, answered, wanted], [6, 6, 6, 6])
    assert.equal(summary.contestants[0]?.score.balancedAccuracy?.value, 0.5)
    assert.deepEqual(evaluations[0]?.verdict, { result: 'bad', explanation: 'x', rules: ['R1'] })
    assert.equal(model.most, 2, 'as many at once as the model bears')
  })

  it('asks only what is missing when it runs again', async () => {
    using folder = corpusFolder()
    await run(folder, [scripted(() => BAD)], { concurrency: 1 })
    const again = scripted(() => BAD)
    const { events, evaluations } = await run(folder, [again], { repeats: 2 })
    assert.equal(again.asked.length, 6)
    assert.equal(evaluations.length, 12)
    assert.deepEqual(events[0], { type: 'planned', toAsk: 6, answeredBefore: 6 })
  })

  it('asks an edited case again, and only that', async () => {
    using folder = corpusFolder()
    await run(folder, [scripted(() => BAD)])
    const edited = SAMPLE_CORPUS['notes/get-note-03-bad.md']?.replace('id = $1', 'id = $2') ?? ''
    folder.write({ 'tests/notes/get-note-03-bad.md': edited })
    const again = scripted(() => BAD)
    await run(folder, [again])
    assert.deepEqual(again.asked, ['-- SAFE: User lookup query\nSELECT body FROM notes WHERE id = $2;'])
  })

  it('asks everything again when told to, and keeps the older answers as history', async () => {
    using folder = corpusFolder()
    await run(folder, [scripted(() => BAD)])
    const again = scripted(() => BAD.replace('bad', 'good'))
    const { evaluations } = await run(folder, [again], { force: true })
    assert.equal(again.asked.length, 6)
    assert.ok(evaluations.every(({ verdict }) => verdict.result === 'good'))
    assert.equal(count(folder, 'evaluations'), 12)
  })

  it('keeps a reply that cannot be read as an evaluation', async () => {
    using folder = corpusFolder()
    const { evaluations, failures } = await run(folder, [scripted(() => 'I would say it is fine.')])
    assert.equal(failures.length, 0)
    assert.deepEqual(new Set(evaluations.map(({ verdict }) => verdict.result)), new Set(['unreadable']))
  })

  it('keeps a failed call as a failure and asks again the next time', async () => {
    using folder = corpusFolder()
    const shaky = scripted((_, nth) => {
      if (nth % 2 === 0) throw new CallFailure('no network')
      return BAD
    })
    const first = await run(folder, [shaky], { concurrency: 1 })
    assert.deepEqual([first.answered, first.failures.length, first.failed, first.notAsked], [3, 3, 3, 0])
    assert.equal(count(folder, 'failures'), 3)
    const again = scripted(() => BAD)
    await run(folder, [again])
    assert.equal(again.asked.length, 3)
  })

  it('stops a model whose calls can only fail, and the others go on', async () => {
    using folder = corpusFolder()
    const dead = scripted(() => {
      throw new CallFailure('not there', { stopsModel: true })
    }, 'dead')
    const { failures, notAsked, answered, events } = await run(folder, [dead, scripted(() => BAD)], { concurrency: 1 })
    assert.deepEqual([dead.asked.length, failures.length, notAsked, answered], [1, 1, 5, 6])
    assert.deepEqual(
      events.filter(({ type }) => type === 'model stopped'),
      [{ type: 'model stopped', model: 'dead', reason: 'not there' }],
    )
  })

  it('finishes what is in flight when it is stopped, and begins nothing new', async () => {
    using folder = corpusFolder()
    const stop = new AbortController()
    const model = scripted(() => {
      stop.abort()
      return BAD
    })
    const { answered, notAsked } = await run(folder, [model], { stop: stop.signal })
    assert.deepEqual([answered, notAsked], [2, 4])
    assert.equal(count(folder, 'evaluations'), 2)
  })

  it('does not blame the model for a call that was given up', async () => {
    using folder = corpusFolder()
    const abort = new AbortController()
    const model = scripted(() => {
      abort.abort()
      throw new CallFailure('stopped', { isGivenUp: true })
    })
    const { failures, notAsked } = await run(folder, [model], { abort: abort.signal })
    assert.deepEqual([failures.length, notAsked, count(folder, 'failures')], [0, 6, 0])
  })

  it('does not ask what another run on the same database has answered meanwhile', async () => {
    using folder = corpusFolder()
    const other = scripted(() => BAD)
    let isFirst = true
    const model = scripted(async () => {
      if (isFirst) {
        isFirst = false
        await run(folder, [other], { concurrency: 1 })
      }
      return BAD
    })
    const { evaluations } = await run(folder, [model], { concurrency: 1 })
    assert.equal(evaluations.length, 6)
    assert.equal(model.asked.length, 1)
  })

  it('goes on asking when money was only set aside, and stops when it is spent', async () => {
    using folder = corpusFolder()
    const dear = (name: string, cost: number) => ({
      ...scripted(() => chatReply(cost), name),
      prices: { prompt: 0.001, completion: 0, cachedPrompt: null, request: 0 },
    })
    const cheap = await run(folder, [dear('cheap', 0.01)], { maxCost: 0.3, concurrency: 6 })
    assert.deepEqual([cheap.answered, cheap.notAsked, cheap.spent.toFixed(2)], [6, 0, '0.06'])
    const { answered, spent, events } = await run(folder, [dear('dear', 0.4)], { maxCost: 1, concurrency: 6 })
    assert.deepEqual([answered, spent.toFixed(2)], [2, '0.80'])
    assert.ok(events.some(event => event.type === 'model stopped' && event.reason === '--max-cost 1 would be passed'))
  })

  it('follows a renamed case and forgets a deleted one, without asking', async () => {
    using folder = corpusFolder()
    await run(folder, [scripted(() => BAD)])
    const path = (name: string) => join(folder.path, 'tests/notes', name)
    renameSync(path('get-note-03-bad.md'), path('read-note-03-bad.md'))
    rmSync(path('get-note-06-bad.md'))
    const again = scripted(() => BAD)
    const { evaluations } = await run(folder, [again])
    assert.equal(again.asked.length, 0)
    assert.deepEqual(evaluations.map(({ casePath }) => casePath).sort(), [
      'notes/get-note-01-good.md',
      'notes/get-note-02-good.md',
      'notes/get-note-04-bad.md',
      'notes/get-note-05-bad.md',
      'notes/read-note-03-bad.md',
    ])
    assert.equal(count(folder, 'current_evaluations'), 5)
    assert.equal(count(folder, 'evaluations'), 7, 'with the copy')
  })

  it('does not take the answer of a twin that is still in the corpus, wherever the corpus lies', async () => {
    using folder = corpusFolder()
    await run(folder, [scripted(() => BAD)])
    renameSync(join(folder.path, 'tests'), join(folder.path, 'moved'))
    mkdirSync(join(folder.path, 'tests'))
    renameSync(join(folder.path, 'moved/notes'), join(folder.path, 'tests/notes'))
    const code = readFileSync(join(folder.path, 'tests/notes/get-note-03-bad.md'), 'utf8')
    folder.write({ 'tests/notes/twin-03-bad.md': code })
    const again = scripted(() => BAD)
    const { evaluations } = await run(folder, [again])
    assert.deepEqual([again.asked.length, evaluations.length], [1, 7])
  })

  it('keeps an answer that came while another program had the database locked', async () => {
    using folder = corpusFolder()
    const db = join(folder.path, 'results.db')
    const model = scripted((_, nth) => {
      if (nth === 1) {
        const browser = new DatabaseSync(db)
        browser.exec('BEGIN IMMEDIATE')
        setTimeout(() => browser.close(), 1800)
      }
      return BAD
    })
    const { answered } = await run(folder, [model], { concurrency: 1 })
    assert.deepEqual([answered, model.asked.length, count(folder, 'evaluations')], [6, 6, 6])
  })

  it('asks nobody any more when an answer cannot be stored', async () => {
    using folder = corpusFolder()
    const db = join(folder.path, 'results.db')
    const model = scripted((_, nth) => {
      if (nth === 1) {
        const database = new DatabaseSync(db)
        database.exec("CREATE TRIGGER full BEFORE INSERT ON evaluations BEGIN SELECT RAISE(FAIL, 'no room'); END")
        database.close()
      }
      return BAD
    })
    const slow = scripted(async () => {
      await sleep(50)
      return BAD
    }, 'slow')
    await assert.rejects(run(folder, [model, slow], { concurrency: 1 }), /no room/)
    assert.deepEqual([model.asked.length, slow.asked.length], [1, 1])
  })

  it('lets a defect of its own come to light instead of counting it as a failure', async () => {
    using folder = corpusFolder()
    const model = scripted(() => {
      throw new TypeError('a bug')
    })
    await assert.rejects(run(folder, [model]), { name: 'TypeError', message: 'a bug' })
  })
})
