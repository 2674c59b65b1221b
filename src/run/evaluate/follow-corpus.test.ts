import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Case, Corpus } from '../../domain.ts'
import { hash } from '../../lib/hash.ts'
import { sampleQuestion } from '../../lib/testing/sample-question.ts'
import type { StoredCase } from '../../store/store.ts'
import { followCorpus } from './follow-corpus.ts'

/** Cases by the last part of their path: `{ '03-bad': 'code' }`. */
function corpus(codes: Record<string, string>, { directory = '/corpus', application = 'notes' } = {}): Corpus {
  const cases = Object.entries(codes).map(([name, code]): Case => {
    const path = `${application}/${name}.md`
    const label = name.endsWith('good') ? 'good' : 'bad'
    return { ...sampleQuestion().case, application, path, file: `${directory}/${path}`, label, code }
  })
  const specification = { title: '', prompt: 'spec', rules: [], directory: `${directory}/${application}` }
  return { directory, applications: [{ name: application, ...specification }], cases }
}

function stored({ cases }: Corpus): StoredCase[] {
  return cases.map(one => ({
    casePath: one.path,
    application: one.application,
    codeHash: hash(one.code),
    specificationHash: hash('spec'),
    language: one.language,
    isCurrent: true,
    violates: one.violates,
    descriptionHash: hash(one.description),
  }))
}

function follow(before: StoredCase[] | Corpus, after: Corpus, files: string[] = []) {
  const cases = Array.isArray(before) ? before : stored(before)
  const { copies, updates, absent } = followCorpus(cases, after, file => files.includes(file))
  return {
    copies: copies.map(({ from, to }) => `${from.casePath} -> ${to.path}`),
    updates: updates.map(({ to }) => to.path),
    absent,
  }
}

const NOTHING = { copies: [], updates: [], absent: [] }

describe('followCorpus', () => {
  it('does nothing when nothing has changed, wherever the corpus lies', () => {
    const cases = { '01-good': 'a', '03-bad': 'b' }
    assert.deepEqual(follow(corpus(cases), corpus(cases)), NOTHING)
    assert.deepEqual(follow(corpus(cases), corpus(cases, { directory: '/elsewhere' })), NOTHING)
  })

  it('follows a rename, a renumbering and an exchange', () => {
    assert.deepEqual(follow(corpus({ '03-bad': 'a' }), corpus({ '01-good': 'a' })), {
      ...NOTHING,
      copies: ['notes/03-bad.md -> notes/01-good.md'],
      absent: ['notes/03-bad.md'],
    })
    const three = corpus({ '03-bad': 'a', '04-bad': 'b', '05-bad': 'c' })
    assert.deepEqual(follow(three, corpus({ '03-bad': 'b', '04-bad': 'c' })), {
      ...NOTHING,
      copies: ['notes/04-bad.md -> notes/03-bad.md', 'notes/05-bad.md -> notes/04-bad.md'],
      absent: ['notes/05-bad.md'],
    })
    assert.deepEqual(follow(corpus({ '03-bad': 'a', '04-bad': 'b' }), corpus({ '03-bad': 'b', '04-bad': 'a' })), {
      ...NOTHING,
      copies: ['notes/03-bad.md -> notes/04-bad.md', 'notes/04-bad.md -> notes/03-bad.md'],
    })
  })

  it('leaves an edited case where it is until it has been asked again', () => {
    assert.deepEqual(follow(corpus({ '03-bad': 'a' }), corpus({ '03-bad': 'edited' })), NOTHING)
  })

  it('follows answers that are history: another checkout may have asked them', () => {
    const history = stored(corpus({ '03-bad': 'a' })).map(one => ({ ...one, isCurrent: false }))
    const now = stored(corpus({ '03-bad': 'edited' }))
    assert.deepEqual(follow([...history, ...now], corpus({ '04-bad': 'a' })).copies, [
      'notes/03-bad.md -> notes/04-bad.md',
    ])
  })

  it('says what has another description or breaks other rules now, of current answers alone', () => {
    const [one] = stored(corpus({ '03-bad': 'a' }))
    assert.ok(one)
    const after = corpus({ '03-bad': 'a' })
    assert.deepEqual(follow([{ ...one, violates: ['R9'] }], after).updates, ['notes/03-bad.md'])
    assert.deepEqual(follow([{ ...one, descriptionHash: 'other' }], after).updates, ['notes/03-bad.md'])
    assert.deepEqual(follow([{ ...one, descriptionHash: 'other', isCurrent: false }], after).updates, [])
  })

  it('misses a deleted case, but none whose file is there and broken', () => {
    const before = corpus({ '03-bad': 'a', '04-bad': 'b' })
    const after = corpus({ '03-bad': 'a' }, { directory: '/elsewhere' })
    assert.deepEqual(follow(before, after), { ...NOTHING, absent: ['notes/04-bad.md'] })
    assert.deepEqual(follow(before, after, ['/elsewhere/notes/04-bad.md']), NOTHING)
    const { present } = followCorpus(stored(before), after, () => false)
    assert.deepEqual(present, ['notes/03-bad.md'])
  })

  it('gives one of two twins the answers of the case that is gone, and takes none from a twin that is there', () => {
    const gone = follow(corpus({ '03-bad': 'a' }), corpus({ '04-bad': 'a', '05-bad': 'a' }))
    assert.deepEqual(gone.copies, ['notes/03-bad.md -> notes/04-bad.md'])
    const two = follow(corpus({ '01-bad': 'a', '02-bad': 'a' }), corpus({ '03-bad': 'a', '04-bad': 'a' }))
    assert.deepEqual(two.copies, ['notes/01-bad.md -> notes/03-bad.md', 'notes/02-bad.md -> notes/04-bad.md'])
    const twin = follow(corpus({ '03-bad': 'a', '04-bad': 'a' }), corpus({ '03-bad': 'a', '05-bad': 'a' }))
    assert.deepEqual(twin.copies, ['notes/04-bad.md -> notes/05-bad.md'], 'to the one that has none yet')
    assert.deepEqual(follow(corpus({ '03-bad': 'a' }), corpus({ '03-bad': 'a', '04-bad': 'a' })).copies, [])
  })

  it('leaves another corpus in the same database alone, and follows an application that was renamed', () => {
    const other = corpus({ '03-bad': 'other' }, { application: 'shop' })
    assert.deepEqual(follow(other, corpus({ '04-bad': 'a' })), NOTHING)
    assert.deepEqual(follow(corpus({ '03-bad': 'a' }, { application: 'memos' }), corpus({ '03-bad': 'a' })), {
      ...NOTHING,
      copies: ['memos/03-bad.md -> notes/03-bad.md'],
      absent: ['memos/03-bad.md'],
    })
  })
})
