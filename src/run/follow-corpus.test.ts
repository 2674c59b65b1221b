import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Case, Corpus } from '../domain.ts'
import { hash } from '../lib/hash.ts'
import { sampleQuestion } from '../lib/testing/sample-question.ts'
import { contentOf, type StoredPlace } from '../store/sqlite/rows.ts'
import { followCorpus } from './follow-corpus.ts'

const application = { name: 'notes', title: '', prompt: 'spec', rules: [], directory: '/corpus/notes' }

/** Cases by the last part of their path: `{ '03-bad': 'code' }`. */
function corpus(codes: Record<string, string>, directory = '/corpus'): Corpus {
  const cases = Object.entries(codes).map(([name, code]): Case => {
    const path = `notes/${name}.md`
    return {
      ...sampleQuestion().case,
      path,
      file: `${directory}/${path}`,
      label: name.endsWith('good') ? 'good' : 'bad',
      code,
    }
  })
  return { directory, applications: [application], cases }
}

function stored(before: Corpus): StoredPlace[] {
  return before.cases.map(one => ({
    casePath: one.path,
    application: one.application,
    testFile: one.file,
    label: one.label,
    violates: JSON.stringify(one.violates),
    descriptionHash: hash(one.description),
    content: contentOf(one, hash(application.prompt)),
  }))
}

function follow(before: Corpus, after: Corpus, files: string[] = after.cases.map(({ file }) => file)) {
  const { moves, retired } = followCorpus(stored(before), after, file => files.includes(file))
  return { moves: moves.map(({ casePath, to }) => `${casePath} -> ${to.path}`), retired }
}

describe('followCorpus', () => {
  it('does nothing when nothing has changed', () => {
    const same = corpus({ '01-good': 'a', '03-bad': 'b' })
    assert.deepEqual(follow(same, same), { moves: [], retired: [] })
  })

  it('follows a rename, a renumbering and an exchange', () => {
    assert.deepEqual(follow(corpus({ '03-bad': 'a' }), corpus({ '01-good': 'a' })), {
      moves: ['notes/03-bad.md -> notes/01-good.md'],
      retired: [],
    })
    assert.deepEqual(
      follow(corpus({ '03-bad': 'a', '04-bad': 'b', '05-bad': 'c' }), corpus({ '03-bad': 'b', '04-bad': 'c' })),
      {
        moves: ['notes/04-bad.md -> notes/03-bad.md', 'notes/05-bad.md -> notes/04-bad.md'],
        retired: [],
      },
    )
    assert.deepEqual(follow(corpus({ '03-bad': 'a', '04-bad': 'b' }), corpus({ '03-bad': 'b', '04-bad': 'a' })), {
      moves: ['notes/03-bad.md -> notes/04-bad.md', 'notes/04-bad.md -> notes/03-bad.md'],
      retired: [],
    })
  })

  it('leaves an edited case where it is until it has been asked again', () => {
    assert.deepEqual(follow(corpus({ '03-bad': 'a' }), corpus({ '03-bad': 'edited' })), { moves: [], retired: [] })
  })

  it('retires a deleted case, also when the corpus has moved', () => {
    const before = corpus({ '03-bad': 'a', '04-bad': 'b' })
    assert.deepEqual(follow(before, corpus({ '03-bad': 'a' })), { moves: [], retired: ['notes/04-bad.md'] })
    const moved = follow(before, corpus({ '03-bad': 'a' }, '/elsewhere'))
    assert.deepEqual(moved, { moves: ['notes/03-bad.md -> notes/03-bad.md'], retired: ['notes/04-bad.md'] })
  })

  it('leaves a case alone whose file is there but broken', () => {
    const before = corpus({ '03-bad': 'a', '04-bad': 'b' })
    assert.deepEqual(follow(before, corpus({ '03-bad': 'a' }), ['/corpus/notes/04-bad.md']).retired, [])
  })

  it('gives one of two twins the answers of the case that is gone, and takes none from a twin that is there', () => {
    assert.deepEqual(follow(corpus({ '03-bad': 'a' }), corpus({ '04-bad': 'a', '05-bad': 'a' })).moves, [
      'notes/03-bad.md -> notes/04-bad.md',
    ])
    assert.deepEqual(follow(corpus({ '03-bad': 'a' }), corpus({ '03-bad': 'a', '04-bad': 'a' })).moves, [])
  })

  it('leaves another corpus in the same database alone', () => {
    const other = { ...corpus({ '03-bad': 'a' }, '/other'), applications: [] }
    const [place] = stored(other)
    assert.ok(place)
    const foreign = { ...place, application: 'shop', casePath: 'shop/03-bad.md', testFile: '/other/shop/03-bad.md' }
    assert.deepEqual(
      followCorpus([foreign], corpus({ '04-bad': 'a' }), () => false),
      { moves: [], retired: [] },
    )
  })
})
