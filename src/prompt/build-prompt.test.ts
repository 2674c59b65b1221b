import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Case } from '../domain.ts'
import { buildPrompt } from './build-prompt.ts'

const application = { name: 'notes', title: 'Notes', prompt: '## Schema\n…', rules: [], directory: '/notes' }
const evaluationPrompt = { name: 'default', text: 'Decide.\n' }
const secret: Case = {
  application: 'notes',
  query: 'the-query-name',
  number: '03',
  label: 'bad',
  path: 'notes/the-query-name-03-bad.md',
  file: '/x/notes/the-query-name-03-bad.md',
  description: 'The flaw is here.',
  code: 'SELECT 1;',
  language: 'sql',
  violates: ['R7'],
  decoy: 'Looks dangerous.',
}

describe('buildPrompt', () => {
  it('puts the specification first, then the evaluation prompt, then the code', () => {
    assert.equal(
      buildPrompt(application, evaluationPrompt, secret).text,
      '## Schema\n…\n\nDecide.\n\n# Code\n\n```sql\nSELECT 1;\n```\n',
    )
  })

  it('shows several files in their order, each under its name', () => {
    const files = [
      { name: 'a.sql', language: 'sql', code: 'SELECT 1;' },
      { name: 'b.ts', language: 'ts', code: 'run()' },
    ]
    assert.equal(
      buildPrompt(application, evaluationPrompt, { ...secret, files }).own,
      '# Code\n\n`a.sql`\n\n```sql\nSELECT 1;\n```\n\n`b.ts`\n\n```ts\nrun()\n```\n',
    )
  })

  it('begins with the same bytes for every case of an application', () => {
    const one = buildPrompt(application, evaluationPrompt, secret)
    const other = buildPrompt(application, evaluationPrompt, { ...secret, code: 'SELECT 2;', language: 'plpgsql' })
    assert.equal(one.shared, other.shared)
    assert.notEqual(one.own, other.own)
    assert.ok(one.text.startsWith(one.shared) && other.text.startsWith(one.shared))
  })

  it('leaves out the description, the file name, the label, the rules that are broken and why a good case looks wrong', () => {
    const text = buildPrompt(application, evaluationPrompt, secret).text
    for (const word of ['flaw', 'the-query-name', '03', 'bad', 'R7', 'dangerous'])
      assert.equal(text.includes(word), false, word)
  })

  it('puts a longer fence around code that has a fence', () => {
    const code = '````\nSELECT 1;\n````'
    assert.ok(
      buildPrompt(application, evaluationPrompt, { ...secret, code }).own.endsWith(
        `\`\`\`\`\`sql\n${code}\n\`\`\`\`\`\n`,
      ),
    )
  })
})
