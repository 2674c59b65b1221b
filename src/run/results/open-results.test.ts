import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { hash } from '../../lib/hash.ts'
import { sampleAnswer, sampleQuestion } from '../../lib/testing/sample-question.ts'
import { type TemporaryFolder, temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { openStore } from '../../store/open-store.ts'
import { openResults, type Results, type ResultsOptions } from './open-results.ts'

/** A model that was typed in short, a second one, and a baseline; two applications, two days. */
async function filled(): Promise<TemporaryFolder> {
  const folder = temporaryFolder()
  await using store = await openStore(join(folder.path, 'results.db'))
  const add = (model: string, application: string, day: string) => {
    const host = model.startsWith('baseline/') ? 'built-in' : 'host'
    const path = `${application}/get-note-03-bad.md`
    const question = sampleQuestion({ model, case: { application, path, file: `/corpus/${path}`, code: application } })
    const identity = { ...question.model, host }
    const times = { timestamp: `2026-03-${day}T12:00:00.000Z`, typedName: model.split('/').at(-1) ?? '' }
    const answer = { ...sampleAnswer('bad'), ...times }
    return store.add([{ question: { ...question, model: identity, key: `${model} ${application}` }, answer }])
  }
  await add('vendor/first', 'notes', '01')
  await add('vendor/first', 'shop', '02')
  await add('vendor/second', 'notes', '02')
  await add('baseline/coin', 'notes', '01')
  return folder
}

function open(folder: TemporaryFolder, wanted: Partial<ResultsOptions> = {}): Promise<Results> {
  const nothing = { models: [], applications: [], levels: [], prompts: [], since: undefined }
  const paths = {
    db: join(folder.path, 'results.db'),
    tests: join(folder.path, 'tests'),
    proofs: join(folder.path, 'gone'),
  }
  return openResults({ ...nothing, ...paths, ...wanted })
}

async function chosen(folder: TemporaryFolder, wanted: Partial<ResultsOptions> = {}): Promise<string[]> {
  await using results = await open(folder, wanted)
  const rows = (await Array.fromAsync(results.judged())).flat()
  return rows.map(({ model, application }) => `${model.name} ${application}`).sort()
}

describe('openResults', () => {
  it('chooses by model, application, prompt and time, and keeps the baselines', async () => {
    using folder = await filled()
    const all = ['baseline/coin notes', 'vendor/first notes', 'vendor/first shop', 'vendor/second notes']
    assert.deepEqual(await chosen(folder, {}), all)
    assert.deepEqual(await chosen(folder, { models: ['vendor/second'] }), [
      'baseline/coin notes',
      'vendor/second notes',
    ])
    assert.deepEqual(await chosen(folder, { models: ['vendor/first'], applications: ['shop'] }), ['vendor/first shop'])
    assert.deepEqual(await chosen(folder, { models: ['first', 'second'] }), all)
    assert.deepEqual(await chosen(folder, { prompts: ['default'] }), all)
    assert.deepEqual(await chosen(folder, { since: new Date('2026-03-02') }), [
      'vendor/first shop',
      'vendor/second notes',
    ])
  })

  it('reads answers with the same choice', async () => {
    using folder = await filled()
    await using results = await open(folder, { models: ['second'] })
    const answers = (await Array.fromAsync(results.answers({ isFull: false }))).flat()
    assert.deepEqual(
      answers.map(({ model }) => model.name),
      ['baseline/coin', 'vendor/second'],
    )
  })

  it('leaves out cases that the corpus has no more, and asks the last run about applications that are not there', async () => {
    using folder = await filled()
    const all = ['baseline/coin notes', 'vendor/first notes', 'vendor/first shop', 'vendor/second notes']
    folder.write({ 'tests/notes/SPEC.md': '', 'tests/notes/get-note-03-bad.md': 'broken, but there' })
    assert.deepEqual(await chosen(folder), all)
    folder.write({ 'other/notes/SPEC.md': '' })
    assert.deepEqual(await chosen(folder, { tests: join(folder.path, 'other') }), ['vendor/first shop'])
    await using store = await openStore(join(folder.path, 'results.db'))
    const absent = ['shop/get-note-03-bad.md', 'notes/get-note-03-bad.md']
    await store.follow({ copies: [], updates: [], absent, present: [] })
    assert.deepEqual(await chosen(folder), all.toSpliced(2, 1))
  })

  it('says what there is when a name is not among it', async () => {
    using folder = await filled()
    await assert.rejects(chosen(folder, { models: ['secnd'] }), {
      message: 'nothing is stored of the model "secnd".',
      tryThis: 'one of baseline/coin, vendor/first, vendor/second.',
    })
    await assert.rejects(chosen(folder, { applications: ['shp'] }), /application "shp"; did you mean shop\?/)
    await assert.rejects(chosen(folder, { prompts: ['terse'] }), /prompt "terse"/)
    await assert.rejects(chosen(folder, { since: new Date('2030-01-01') }), /none that all of these flags choose/)
  })

  it('knows less without the corpus, and does not fail', async () => {
    using folder = await filled()
    await using results = await open(folder)
    const { knowledge } = results
    const one = { casePath: 'notes/get-note-03-bad.md', codeHash: hash('notes'), specificationHash: hash('spec') }
    assert.deepEqual([knowledge.categoryOf('notes', 'R1'), knowledge.proved(one)], [null, null])
    assert.equal(knowledge.ruleCount(hash('spec')), null)
  })
})
