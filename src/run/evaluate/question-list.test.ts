import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sampleQuestion } from '../../lib/testing/sample-question.ts'
import { createQuestionList } from './question-list.ts'

const { case: sample, application } = sampleQuestion()
const cases = ['1', '2', '3'].map(code => ({ ...sample, code, path: `notes/x-0${code}-bad.md` }))
const selection = {
  corpus: { directory: '/corpus', applications: [application], cases },
  cases,
  evaluationPrompts: ['default', 'terse'].map(name => ({ name, text: name })),
  repeats: 2,
}

describe('createQuestionList', () => {
  const list = createQuestionList(selection, { name: 'm', host: 'h', parameters: '{}' })
  const all = Array.from({ length: list.length }, (_, index) => list.at(index))

  it('has every case with every prompt in every repeat, each once', () => {
    assert.deepEqual(
      all.map(({ evaluationPrompt, repeat, case: one }) => `${evaluationPrompt.name} ${repeat} ${one.code}`),
      ['default', 'terse'].flatMap(prompt =>
        [1, 2].flatMap(repeat => ['1', '2', '3'].map(code => `${prompt} ${repeat} ${code}`)),
      ),
    )
    assert.equal(new Set(all.map(({ key }) => key)).size, 12)
  })

  it('gives the same question the same key, and another to an edited case', () => {
    assert.equal(list.at(0).key, all[0]?.key)
    const edited = { ...selection, cases: cases.map(one => ({ ...one, code: `${one.code};` })) }
    assert.notEqual(createQuestionList(edited, { name: 'm', host: 'h', parameters: '{}' }).at(0).key, all[0]?.key)
  })

  it('gives the same keys in a long list, where it goes about it in another way', () => {
    const long = createQuestionList({ ...selection, repeats: 1000 }, { name: 'm', host: 'h', parameters: '{}' })
    assert.ok(long.length > 5000)
    assert.deepEqual([long.at(0).key, long.at(5).key], [all[0]?.key, all[5]?.key])
  })

  it('knows which questions begin alike', () => {
    assert.equal(list.prefixOf(0), list.prefixOf(5))
    assert.notEqual(list.prefixOf(0), list.prefixOf(6))
  })
})
