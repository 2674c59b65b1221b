import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { UserError } from '../../errors.ts'
import { sampleAnswer, sampleQuestion } from '../../lib/testing/sample-question.ts'
import { type TemporaryFolder, temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { summarize } from '../../metrics/summarize.ts'
import { openStore } from '../../store/open-store.ts'
import { openResults, type ResultsOptions } from './open-results.ts'
import { summarizeInThread } from './summarize-in-thread.ts'

function optionsFor({ path }: TemporaryFolder): ResultsOptions {
  const nothing = { models: [], applications: [], levels: [], prompts: [], since: undefined }
  return { ...nothing, db: join(path, 'results.db'), tests: join(path, 'gone'), proofs: join(path, 'gone') }
}

describe('summarizeInThread', () => {
  it('says the same as a summary in this thread', async () => {
    using folder = temporaryFolder()
    const options = optionsFor(folder)
    await using store = await openStore(options.db)
    for (const [model, result] of Object.entries({
      'vendor/a': 'good',
      'vendor/b': 'bad',
      'vendor/c': 'good',
    } as const))
      await store.add([{ question: { ...sampleQuestion({ model }), key: model }, answer: sampleAnswer(result) }])
    await using summarizing = summarizeInThread(options)
    const summary = await summarizing.summary
    await using results = await openResults(options)
    const rows = (await Array.fromAsync(results.judged())).flat()
    assert.deepEqual(summary, summarize(rows, results.knowledge))
  })

  it('says what is to be mended as it is said in this thread', async () => {
    using folder = temporaryFolder()
    await using summarizing = summarizeInThread(optionsFor(folder))
    const isKind = (error: unknown) => {
      assert.ok(error instanceof UserError)
      assert.match(error.message, /no evaluations/)
      assert.match(error.tryThis ?? '', /npm start/)
      return true
    }
    await assert.rejects(summarizing.summary, isKind)
  })
})
