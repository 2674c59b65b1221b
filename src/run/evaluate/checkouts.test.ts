// Several checkouts of a corpus, or several versions of one, share a database: each has the results of its own cases, nothing
// is asked twice, and no checkout takes anything away from another.

import assert from 'node:assert/strict'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import type { Model } from '../../domain.ts'
import { SAMPLE_CORPUS } from '../../lib/testing/sample-corpus.ts'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { loadCorpus } from '../corpus/load-corpus.ts'
import { openResults } from '../results/open-results.ts'
import { evaluate } from './evaluate.ts'

const never = new AbortController().signal
const CASES = Object.keys(SAMPLE_CORPUS).filter(path => !path.endsWith('SPEC.md'))
const [FIRST = '', SECOND = ''] = CASES

/** Answers everything, and counts. */
function createModel(name: string): Model & { asked: number } {
  const model = {
    ...{ identity: { name, host: 'test', parameters: '{}' }, typedName: name, prices: null, concurrency: 1, asked: 0 },
    async ask() {
      model.asked++
      return { body: '{"explanation": "x", "assessment": "bad", "violated_rules": []}', attempts: 1 }
    },
  }
  return model
}

/** Checkouts of the sample corpus, each in a folder of its own, and one database. */
function createCheckouts() {
  const folder = temporaryFolder()
  const db = join(folder.path, 'results.db')
  function checkOut(name: string) {
    folder.write(Object.fromEntries(Object.entries(SAMPLE_CORPUS).map(([path, text]) => [`${name}/${path}`, text])))
    const tests = join(folder.path, name)
    return {
      path: (path: string) => join(tests, path),
      edit: (path: string, text: string) => folder.write({ [`${name}/${path}`]: text }),
      /** Returns how many questions were asked. */
      async run(modelName = 'model'): Promise<number> {
        const { corpus } = loadCorpus(tests, { skipInvalid: false })
        const model = createModel(modelName)
        await evaluate({
          ...{ corpus, cases: corpus.cases, evaluationPrompts: [{ name: 'default', text: 'Decide.' }], repeats: 1 },
          ...{ models: [model], db, force: false, isWarming: false, paceMemory: undefined, maxCost: undefined },
          ...{ stop: never, abort: never, now: () => new Date('2026-03-01T12:00:00Z'), onEvent: () => {} },
        })
        return model.asked
      },
      /** The cases that a report has, for each model. */
      async report(modelName = 'model'): Promise<string[]> {
        const everything = { models: [], applications: [], levels: [], prompts: [], since: undefined }
        await using results = await openResults({ ...everything, db, tests, proofs: 'none' })
        const rows = (await Array.fromAsync(results.answers({ isFull: false }))).flat()
        return rows.filter(({ model }) => model.name === modelName).map(({ casePath }) => casePath)
      },
    }
  }
  function rows(): unknown[] {
    const database = new DatabaseSync(db)
    const found = database.prepare('SELECT * FROM evaluations ORDER BY id').all()
    database.close()
    return found
  }
  return { a: checkOut('a'), b: checkOut('b'), rows, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

const RENAMED = 'notes/read-note-03-bad.md'
const BAD = CASES.find(path => path.includes('-03-bad')) ?? ''
const withRenamed = [...CASES.filter(path => path !== BAD), RENAMED].sort()

describe('two checkouts on one database', () => {
  it('that are the same leave every row as it is', async () => {
    using checkouts = createCheckouts()
    const { a, b, rows } = checkouts
    assert.equal(await a.run(), 6)
    const before = rows()
    assert.deepEqual([await b.run(), await a.run(), await b.run()], [0, 0, 0])
    assert.deepEqual(rows(), before)
    assert.deepEqual([await a.report(), await b.report()], [CASES, CASES])
  })

  for (const order of ['the one with more cases first', 'the one with fewer cases first']) {
    it(`keep a case that only one of them has: ${order}`, async () => {
      using checkouts = createCheckouts()
      const { a, b } = checkouts
      rmSync(b.path(FIRST))
      const asked = order.includes('more') ? [await a.run(), await b.run()] : [await b.run(), await a.run()]
      assert.deepEqual(asked, order.includes('more') ? [6, 0] : [5, 1])
      for (let round = 0; round < 2; round++) {
        assert.deepEqual(await a.report(), CASES)
        assert.deepEqual(await b.report(), CASES.slice(1))
        assert.deepEqual([await a.run(), await b.run()], [0, 0])
      }
    })

    it(`keep a case under both of its names: ${order.includes('more') ? 'the old one first' : 'the new one first'}`, async () => {
      using checkouts = createCheckouts()
      const { a, b, rows } = checkouts
      renameSync(b.path(BAD), b.path(RENAMED))
      const asked = order.includes('more') ? [await a.run(), await b.run()] : [await b.run(), await a.run()]
      assert.deepEqual(asked, [6, 0])
      const after = rows()
      for (let round = 0; round < 2; round++) {
        assert.deepEqual(await a.report(), CASES)
        assert.deepEqual(await b.report(), withRenamed)
        assert.deepEqual([await a.run(), await b.run()], [0, 0])
      }
      assert.deepEqual(rows(), after, 'nothing is rewritten in turn')
    })
  }

  it('take along what was asked under the other name, for every model and in both directions', async () => {
    using checkouts = createCheckouts()
    const { a, b } = checkouts
    renameSync(b.path(BAD), b.path(RENAMED))
    assert.deepEqual([await a.run('first'), await b.run('second')], [6, 6])
    assert.deepEqual(await b.report('first'), withRenamed, 'also of a model that was not asked now')
    assert.deepEqual([await a.run('second'), await b.run('first')], [0, 0])
    assert.deepEqual(await a.report('second'), CASES)
  })

  it('ask two versions of a case once each, however often they take turns', async () => {
    using checkouts = createCheckouts()
    const { a, b } = checkouts
    b.edit(SECOND, (SAMPLE_CORPUS[SECOND] ?? '').replace('SELECT', 'SELECT DISTINCT'))
    assert.deepEqual([await a.run(), await b.run()], [6, 1])
    assert.deepEqual([await a.run(), await b.run(), await a.run()], [0, 0, 0])
    assert.deepEqual([await a.report(), await b.report()], [CASES, CASES])
  })

  it('have an application under the name that the last run gave it', async () => {
    using checkouts = createCheckouts()
    const { a, b } = checkouts
    renameSync(b.path('notes'), b.path('memos'))
    const memos = CASES.map(path => path.replace('notes/', 'memos/'))
    assert.deepEqual([await a.run(), await b.run()], [6, 0])
    assert.deepEqual(await b.report(), memos)
    assert.equal(await a.run(), 0)
    assert.deepEqual(await a.report(), CASES)
  })
})
