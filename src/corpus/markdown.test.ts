import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseSections, readSections } from './markdown.ts'
import { readPlainSections } from './plain-sections.ts'

function comparable(sections: ReturnType<typeof readSections>) {
  return sections.map(({ title, line, text, fences }) => ({ title, line, text, fences }))
}

const isPlain = (text: string) => readPlainSections(text.split('\n')) !== undefined

describe('readSections', () => {
  it('reads every case of the corpus as the Markdown parser does, and mostly without it', () => {
    const files = globSync('tests/*/*-{good,bad}.md', { cwd: join(import.meta.dirname, '../..') })
    const texts = files.map(file => readFileSync(join(import.meta.dirname, '../..', file), 'utf8'))
    for (const [nth, text] of texts.entries()) {
      assert.deepEqual(comparable(readSections(text)), comparable(parseSections(text)), files[nth])
    }
    const plain = texts.filter(isPlain).length
    assert.ok(plain > 0.9 * texts.length, `${plain} of ${texts.length} are plain`)
  })

  // Pieces that mean something to Markdown, in all orders of three: whatever is called plain must be read in the same way.
  const PIECES = [
    '# Code',
    '# Code #',
    '#Code',
    ' # Code',
    '## Code',
    '',
    '  ',
    'prose',
    '    prose',
    '===',
    '---',
    '- item',
    '1. item',
    '> quote',
    '<!--',
    '<div>',
    '[a]: b',
    '```',
    '```sql',
    '```sql title',
    ' ```',
    '    ```',
    '````',
    '``` ',
    '~~~',
    'nul \0',
    '\u2028# Code',
  ]
  it('reads anything as the Markdown parser does', () => {
    let plain = 0
    for (const first of PIECES) {
      for (const second of PIECES) {
        for (const third of PIECES) {
          const text = `# Description\n${first}\n${second}\nprose\n${third}\n# Expected\nbad\n`
          assert.deepEqual(comparable(readSections(text)), comparable(parseSections(text)), JSON.stringify(text))
          if (isPlain(text)) plain++
        }
      }
    }
    assert.ok(plain > 50, `${plain} are plain`)
  })
})
