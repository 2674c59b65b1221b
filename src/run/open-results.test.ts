import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { hash } from '../lib/hash.ts'
import { sampleAnswer, sampleQuestion } from '../lib/testing/sample-question.ts'
import { type TemporaryFolder, temporaryFolder } from '../lib/testing/temporary-folder.ts'
import { openStore } from '../store/sqlite/open-store.ts'
import { openResults, type ResultsOptions } from './open-results.ts'

/** A model that was typed in short, a second one, and a baseline; two applications, two days. */
function filled(): TemporaryFolder {
  const folder = temporaryFolder()
  using store = openStore(join(folder.path, 'results.db'))
  const add = (model: string, application: string, day: string) => {
    const host = model.startsWith('baseline/') ? 'built-in' : 'host'
    const path = `${application}/get-note-03-bad.md`
    const question = sampleQuestion({ model, case: { application, path, file: `/corpus/${path}`, code: application } })
    const identity = { ...question.model, host }
    store.add(
      { ...question, model: identity, key: `${model} ${application}` },
      { ...sampleAnswer('bad'), timestamp: `2026-03-${day}T12:00:00.000Z`, typedName: model.split('/').at(-1) ?? '' },
    )
  }
  add('vendor/first', 'notes', '01')
  add('vendor/first', 'shop', '02')
  add('vendor/second', 'notes', '02')
  add('baseline/coin', 'notes', '01')
  return folder
}

function chosen(folder: TemporaryFolder, wanted: Partial<ResultsOptions>): string[] {
  const nothing = { models: [], applications: [], prompts: [], since: undefined }
  const paths = {
    db: join(folder.path, 'results.db'),
    tests: join(folder.path, 'gone'),
    proofs: join(folder.path, 'gone'),
  }
  using results = openResults({ ...nothing, ...paths, ...wanted })
  return [...results.store.judged(results.selection)]
    .map(({ model, application }) => `${model.name} ${application}`)
    .sort()
}

describe('openResults', () => {
  it('chooses by model, application, prompt and time, and keeps the baselines', () => {
    using folder = filled()
    const all = ['baseline/coin notes', 'vendor/first notes', 'vendor/first shop', 'vendor/second notes']
    assert.deepEqual(chosen(folder, {}), all)
    assert.deepEqual(chosen(folder, { models: ['vendor/second'] }), ['baseline/coin notes', 'vendor/second notes'])
    assert.deepEqual(chosen(folder, { models: ['vendor/first'], applications: ['shop'] }), ['vendor/first shop'])
    assert.deepEqual(chosen(folder, { models: ['first', 'second'] }), all)
    assert.deepEqual(chosen(folder, { prompts: ['default'] }), all)
    assert.deepEqual(chosen(folder, { since: new Date('2026-03-02') }), ['vendor/first shop', 'vendor/second notes'])
  })

  it('reads answers with the same choice', () => {
    using folder = filled()
    const paths = { db: join(folder.path, 'results.db'), tests: 'gone', proofs: 'gone' }
    using results = openResults({ ...paths, models: ['second'], applications: [], prompts: [], since: undefined })
    const { store, selection } = results
    assert.deepEqual(
      [...store.answers(selection, { isFull: false })].map(({ model }) => model.name),
      ['baseline/coin', 'vendor/second'],
    )
  })

  it('says what there is when a name is not among it', () => {
    using folder = filled()
    assert.throws(() => chosen(folder, { models: ['secnd'] }), {
      message: 'nothing is stored of the model "secnd".',
      tryThis: 'one of baseline/coin, vendor/first, vendor/second.',
    })
    assert.throws(() => chosen(folder, { applications: ['shp'] }), /application "shp"; did you mean shop\?/)
    assert.throws(() => chosen(folder, { prompts: ['terse'] }), /prompt "terse"/)
    assert.throws(() => chosen(folder, { since: new Date('2030-01-01') }), /none that all of these flags choose/)
  })

  it('knows less without the corpus, and does not fail', () => {
    using folder = filled()
    const paths = { db: join(folder.path, 'results.db'), tests: 'gone', proofs: 'gone' }
    using results = openResults({ ...paths, models: [], applications: [], prompts: [], since: undefined })
    const { knowledge } = results
    const one = { casePath: 'notes/get-note-03-bad.md', codeHash: hash('notes'), specificationHash: hash('spec') }
    assert.deepEqual([knowledge.categoryOf('notes', 'R1'), knowledge.proved(one)], [null, null])
    assert.equal(knowledge.ruleCount(hash('spec')), null)
  })
})
