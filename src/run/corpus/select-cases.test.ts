import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Case } from '../../domain.ts'
import { sampleQuestion } from '../../lib/testing/sample-question.ts'
import { findCase, selectCases } from './select-cases.ts'

function cases(...paths: string[]): Case[] {
  return paths.map(path => {
    const [, application = '', query = '', number = '', label = ''] =
      /^(.+)\/(.+)-(\d\d)-(good|bad)\.md$/.exec(path) ?? []
    return { ...sampleQuestion().case, application, query, number, label: label as 'good' | 'bad', path }
  })
}

const all = cases(
  'a/one-01-good.md',
  'a/one-03-bad.md',
  'a/two-01-good.md',
  'a/two-03-bad.md',
  'b/one-01-good.md',
  'b/one-03-bad.md',
)
const paths = (selected: Case[]) => selected.map(({ path }) => path)

describe('selectCases', () => {
  it('takes a filter as a plain part of <app>/<file>', () => {
    assert.deepEqual(paths(selectCases(all, { filters: ['01-good'], limit: undefined })), [
      'a/one-01-good.md',
      'a/two-01-good.md',
      'b/one-01-good.md',
    ])
    assert.deepEqual(paths(selectCases(all, { filters: ['b/'], limit: undefined })), [
      'b/one-01-good.md',
      'b/one-03-bad.md',
    ])
    assert.throws(() => selectCases(all, { filters: ['.*'], limit: undefined }), { name: 'UsageError' })
  })

  it('takes cases of a level, and says which levels there are where none is chosen', () => {
    const [first, ...others] = all
    assert.ok(first)
    const mixed = [{ ...first, code: 'CREATE VIEW v AS SELECT 1' }, ...others]
    assert.deepEqual(paths(selectCases(mixed, { filters: [], levels: ['migration'], limit: undefined })), [first.path])
    assert.equal(
      selectCases(mixed, { filters: ['a/'], levels: ['statement', 'migration'], limit: undefined }).length,
      4,
    )
    assert.throws(() => selectCases(mixed, { filters: ['b/'], levels: ['migration'], limit: undefined }), {
      name: 'UsageError',
      message: 'no case that was chosen is a migration.',
    })
  })

  it('takes what any of several filters matches, once', () => {
    assert.equal(selectCases(all, { filters: ['a/one', 'one', 'two-03'], limit: undefined }).length, 5)
  })

  it('shows what there is when nothing matches', () => {
    assert.throws(() => selectCases(all, { filters: ['three'], limit: undefined }), {
      message: 'no case matches "three".',
      tryThis: /a\/one-01-good\.md, a\/one-03-bad\.md/,
      exitCode: 2,
    })
  })

  it('draws the same whole queries each time, and a larger sample holds the smaller', () => {
    const two = selectCases(all, { filters: [], limit: 2 })
    assert.equal(two.length, 4)
    assert.deepEqual(selectCases(all.toReversed(), { filters: [], limit: 2 }).toReversed(), two)
    const one = selectCases(all, { filters: [], limit: 1 })
    assert.equal(one.length, 2)
    assert.ok(one.every(sampled => two.includes(sampled)))
    assert.equal(selectCases(all, { filters: [], limit: 99 }).length, 6)
  })
})

describe('findCase', () => {
  it('finds a case by its path, its file, with or without .md, or a part that only it has', () => {
    for (const name of ['a/two-03-bad.md', 'a/two-03-bad', 'two-03-bad.md', 'two-03-bad', 'two-03']) {
      assert.equal(findCase(all, name).path, 'a/two-03-bad.md', name)
    }
  })

  it('wants exactly one', () => {
    assert.throws(() => findCase(all, 'one-03-bad'), { message: '"one-03-bad" matches 2 cases; one was wanted.' })
    assert.throws(() => findCase(all, 'zzz'), { message: '"zzz" matches no case; one was wanted.' })
  })
})
