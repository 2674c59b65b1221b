import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Model } from '../../domain.ts'
import { sampleAnswer, sampleQuestion } from '../../lib/testing/sample-question.ts'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { openStore } from '../../store/open-store.ts'
import { estimateRun, type PlanOptions } from './plan-run.ts'
import { createQuestionList } from './question-list.ts'

const { case: sample, application, evaluationPrompt } = sampleQuestion()
const model: Model = {
  ...{ identity: { name: 'm', host: 'h', parameters: '{}' }, typedName: 'm', prices: null, concurrency: 1 },
  ask: () => Promise.reject(new Error('nobody is asked')),
}

/** Cases by their code, each under a path of its own. */
function optionsFor(db: string, codes: Record<string, string>): PlanOptions {
  const cases = Object.entries(codes).map(([number, code]) => ({ ...sample, path: `notes/x-${number}-bad.md`, code }))
  const corpus = { directory: '/corpus', applications: [application], cases }
  return { corpus, cases, evaluationPrompts: [evaluationPrompt], repeats: 1, models: [model], db, force: false }
}

describe('estimateRun', () => {
  it('counts what is missing, and makes no database', async () => {
    using folder = temporaryFolder()
    const db = join(folder.path, 'results.db')
    const [found] = await estimateRun(optionsFor(db, { '03': 'a', '04': 'b' }))
    assert.equal(found?.estimate.calls, 2)
    assert.equal(existsSync(db), false)
  })

  it('does not count what has an answer, under another name too, and changes nothing', async () => {
    using folder = temporaryFolder()
    const db = join(folder.path, 'results.db')
    const before = optionsFor(db, { '03': 'a', '04': 'b' })
    {
      await using store = await openStore(db)
      const list = createQuestionList(before, model.identity)
      await store.add([0, 1].map(index => ({ question: list.at(index), answer: sampleAnswer('bad') })))
    }
    const calls = async (options: PlanOptions) => (await estimateRun(options))[0]?.estimate.calls
    const bytes = readFileSync(db)
    assert.equal(await calls(before), 0)
    assert.equal(await calls({ ...before, force: true }), 2)
    assert.equal(await calls(optionsFor(db, { '03': 'a', '05': 'b', '06': 'c' })), 1)
    assert.deepEqual(readFileSync(db), bytes)
  })
})
