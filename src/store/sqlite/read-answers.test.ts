import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hash } from '../../lib/hash.ts'
import { sampleAnswer, sampleQuestion } from '../../lib/testing/sample-question.ts'
import type { Selection } from '../../summary.ts'
import { openStore, type Store } from './open-store.ts'

const EVERYTHING: Selection = { models: [], applications: [], prompts: [], since: undefined }

function filled(cases: number): Store {
  const store = openStore(':memory:')
  store.transaction(() => {
    // Backwards, so that the order of rows is not the order of cases.
    for (let nth = cases - 1; nth >= 0; nth--) {
      const one = { path: `notes/note-${String(nth).padStart(3, '0')}-03-bad.md`, code: `SELECT ${nth};` }
      for (const model of ['b', 'a'])
        store.add(sampleQuestion({ case: one, model }), sampleAnswer('bad', 'x'.repeat(nth)))
    }
  })
  return store
}

describe('answers', () => {
  it('come in the order of cases, each with the texts of its case', () => {
    using store = filled(30)
    const answers = [...store.answers(EVERYTHING, { isFull: false })]
    assert.equal(answers.length, 60)
    for (const [nth, answer] of answers.entries()) {
      const number = Math.floor(nth / 2)
      assert.deepEqual(
        [answer.code, answer.description, answer.model.name, answer.attempts, answer.evaluationPromptHash],
        [`SELECT ${number};`, 'Reads a note.', nth % 2 === 0 ? 'a' : 'b', 1, hash('ask')],
      )
      assert.ok(!('reply' in answer))
    }
  })

  it('have in full what was sent and what came back', () => {
    using store = filled(1)
    const [answer] = store.answers(EVERYTHING, { isFull: true })
    assert.deepEqual([answer?.reply, answer?.sent], ['as it came', null])
    assert.deepEqual([store.textOf(hash('spec')), store.textOf('none')], ['spec', undefined])
  })

  it('are, as a sample, all that there are to some of the cases', () => {
    using store = filled(640)
    const sample = [...store.answers(EVERYTHING, { isFull: false, isSample: true })]
    const cases = new Set(sample.map(({ casePath }) => casePath))
    assert.equal(sample.length, cases.size * 2)
    assert.ok(cases.size === 20, String(cases.size))
  })
})
