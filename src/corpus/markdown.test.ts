import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { seededRandom } from '../lib/statistics/seeded-random.ts'
import { parseSections, readSections } from './markdown.ts'
import { readPlainSections } from './plain-sections.ts'

function comparable(sections: ReturnType<typeof readSections>) {
  return sections.map(({ title, line, text, fences }) => ({ title, line, text, fences }))
}

const isPlain = (text: string) => readPlainSections(text.split('\n')) !== undefined

const ROOT = join(import.meta.dirname, '../..')
const CASES = globSync('tests/*/*-{good,bad}.md', { cwd: ROOT }).map(file => ({
  file,
  text: readFileSync(join(ROOT, file), 'utf8'),
}))

/** Fails where the fast reader and the Markdown parser differ. */
function assertSame(text: string, message = JSON.stringify(text)): void {
  assert.deepEqual(comparable(readSections(text)), comparable(parseSections(text)), message)
}

describe('readSections', () => {
  it('reads every case of the corpus as the Markdown parser does, and mostly without it', () => {
    for (const { file, text } of CASES) assertSame(text, file)
    const plain = CASES.filter(({ text }) => isPlain(text)).length
    assert.ok(plain > 0.9 * CASES.length, `${plain} of ${CASES.length} are plain`)
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
  const MARKS = ['', '', '', ' ', '\t', '    ', '`', '~', '#', '\\', '\u00a0', '\ufeff', '\f']

  it('reads anything as the Markdown parser does', () => {
    let plain = 0
    for (const first of PIECES) {
      for (const second of PIECES) {
        for (const third of PIECES) {
          const text = `# Description\n${first}\n${second}\nprose\n${third}\n# Expected\nbad\n`
          assertSame(text)
          if (isPlain(text)) plain++
        }
      }
    }
    assert.ok(plain > 50, `${plain} are plain`)
  })

  it('reads cases as the Markdown parser does when some of their lines are odd', () => {
    const random = seededRandom('odd lines')
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    // A tab, a mark or a blank before or behind a line changes what the line is.
    const odd = () => `${pick(MARKS)}${pick(PIECES)}${pick(MARKS)}`
    let plain = 0
    for (const { text } of CASES) {
      for (let round = 0; round < 12; round++) {
        const lines = text.split('\n')
        const edits = 1 + Math.floor(random() * 3)
        for (let edit = 0; edit < edits; edit++)
          lines.splice(Math.floor(random() * lines.length), pick([0, 1]), ...pick([[], [odd()]]))
        const edited = lines.join('\n')
        assertSame(edited)
        if (isPlain(edited)) plain++
      }
    }
    assert.ok(plain > CASES.length, `${plain} are plain`)
  })
})
