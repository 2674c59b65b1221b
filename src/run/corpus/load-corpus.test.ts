import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { SAMPLE_CORPUS } from '../../lib/testing/sample-corpus.ts'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { createBaselines } from '../models/choose-models.ts'
import { loadCorpus } from './load-corpus.ts'

const TESTS = join(import.meta.dirname, '../../../tests')

describe('loadCorpus', () => {
  it('says how to point at a corpus when it is pointed elsewhere', () => {
    using folder = temporaryFolder()
    folder.write(SAMPLE_CORPUS)
    const load = (path: string) => loadCorpus(join(folder.path, path), { skipInvalid: false })
    assert.throws(() => load('nowhere'), { name: 'UsageError', message: /there is no folder/ })
    assert.throws(() => load('notes'), {
      name: 'UsageError',
      message: /is an application/,
      tryThis: new RegExp(`--tests ${folder.path} --filter notes/`),
    })
  })

  it("finds nothing wrong with the project's own corpus: every query whole, every rule known", () => {
    const { corpus, problems } = loadCorpus(TESTS, { skipInvalid: false })
    assert.deepEqual(problems, [])
    assert.equal(
      new Set(corpus.cases.map(({ code }) => code)).size,
      corpus.cases.length,
      'no two cases are the same code',
    )
    for (const one of corpus.cases) {
      assert.equal(one.violates.length > 0, one.label === 'bad', one.path)
      assert.doesNotMatch(one.code, /vulnerab|insecure|\bbug\b|todo|fixme|exploit/i, one.path)
    }
  })

  it('has a corpus on which the baseline by length gives both answers', async () => {
    const { corpus } = loadCorpus(TESTS, { skipInvalid: false })
    const length = createBaselines().find(({ identity }) => identity.name === 'baseline/length')
    const signal = new AbortController().signal
    const replies = await Promise.all(
      corpus.cases.map(({ code, language }) =>
        length?.ask({ text: '', shared: '', own: '', code, language }, { repeat: 1, stop: signal, abort: signal }),
      ),
    )
    assert.deepEqual([...new Set(replies.map(reply => JSON.parse(reply?.body ?? '{}').assessment))].sort(), [
      'bad',
      'good',
    ])
  })
})
