import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { loadCorpus } from './load-corpus.ts'
import { newApplication } from './new-application.ts'

describe('newApplication', () => {
  it('writes an application in which nothing is wrong', () => {
    using folder = temporaryFolder()
    assert.equal(newApplication(folder.path, 'my-app', 'list-things').length, 9)
    assert.match(readFileSync(join(folder.path, 'my-app/proof.yaml'), 'utf8'), /^queries:\n {2}list-things:$/m)
    assert.equal(newApplication(folder.path, 'my-app', 'other').length, 6)
    const { corpus, problems } = loadCorpus(folder.path, { skipInvalid: false })
    assert.deepEqual(problems, [])
    assert.equal(corpus.cases.length, 12)
    assert.deepEqual(
      corpus.applications[0]?.rules.map(({ id }) => id),
      ['R1', 'R2', 'R3', 'R4'],
    )
    assert.equal(corpus.applications[0]?.title, 'My app')
    assert.equal(new Set(corpus.cases.filter(({ query }) => query === 'other').map(({ code }) => code)).size, 6)
  })

  it('overwrites nothing', () => {
    using folder = temporaryFolder()
    folder.write({ 'my-app/list-things-05-bad.md': 'mine' })
    assert.throws(
      () => newApplication(folder.path, 'my-app', 'list-things'),
      /list-things-05-bad\.md is there already; nothing was written/,
    )
    assert.deepEqual(readdirSync(join(folder.path, 'my-app')), ['list-things-05-bad.md'])
    assert.equal(readFileSync(join(folder.path, 'my-app/list-things-05-bad.md'), 'utf8'), 'mine')
  })

  it('says when it cannot write, and keeps nothing', () => {
    using folder = temporaryFolder()
    folder.write({ 'a-file': '' })
    assert.throws(() => newApplication(join(folder.path, 'a-file'), 'my-app', 'q'), {
      name: 'UserError',
      message: /cannot be written \(ENOTDIR\)/,
    })
  })

  it('refuses names that could leave the folder or be misread', () => {
    for (const name of ['../x', 'A', 'a--b', '', 'a/b', '-a', 'a b']) {
      assert.throws(() => newApplication('/nowhere', name, 'q'), { name: 'UsageError' }, name)
      assert.throws(() => newApplication('/nowhere', 'a', name), { name: 'UsageError' }, name)
    }
  })
})
