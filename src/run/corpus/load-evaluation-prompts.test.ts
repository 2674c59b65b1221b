import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { loadEvaluationPrompts } from './load-evaluation-prompts.ts'

describe('loadEvaluationPrompts', () => {
  it('takes evaluation-prompt.txt unless told otherwise', () => {
    using folder = temporaryFolder()
    folder.write({
      'evaluation-prompt.txt': '\ufeffone\r\ntwo\r\n',
      'eval-prompts/b.txt': 'b',
      'eval-prompts/a.txt': 'a',
      'eval-prompts/README.md': '',
    })
    assert.deepEqual(loadEvaluationPrompts(folder.path, []), [{ name: 'default', text: 'one\ntwo\n' }])
    assert.deepEqual(
      loadEvaluationPrompts(folder.path, ['b', 'default', 'b']).map(({ name }) => name),
      ['b', 'default'],
    )
    assert.deepEqual(
      loadEvaluationPrompts(folder.path, ['all']).map(({ name }) => name),
      ['default', 'a', 'b'],
    )
  })

  it('says what there is, and never leaves the folder', () => {
    using folder = temporaryFolder()
    folder.write({
      'evaluation-prompt.txt': 'x',
      'eval-prompts/attacker.txt': 'a',
      'eval-prompts/empty.txt': ' \n',
      'secret.txt': 's',
    })
    assert.throws(
      () => loadEvaluationPrompts(folder.path, ['atacker']),
      /no evaluation prompt "atacker"; did you mean attacker\?/,
    )
    assert.throws(() => loadEvaluationPrompts(folder.path, ['../secret']), { name: 'UsageError' })
    assert.throws(() => loadEvaluationPrompts(folder.path, ['empty']), /is empty/)
  })

  it('finds the five strategies of the project, each asking for the same JSON', () => {
    const prompts = loadEvaluationPrompts(join(import.meta.dirname, '../../..'), ['all'])
    assert.deepEqual(
      prompts.map(({ name }) => name),
      ['default', 'attacker', 'checklist', 'rule-by-rule', 'step-by-step', 'terse'],
    )
    for (const { name, text } of prompts) {
      for (const word of ['"explanation"', '"assessment"', '"violated_rules"', '"good" or "bad"', 'JSON'])
        assert.ok(text.includes(word), `${name}: ${word}`)
    }
  })
})
