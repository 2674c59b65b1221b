import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../lib/testing/temporary-folder.ts'
import { isOutput, readTutorial } from './testing/read-tutorial.ts'
import { prepareCheckout, runStep } from './testing/run-tutorial.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const PAGE = readFileSync(join(DOCS, 'first-application.md'), 'utf8')

describe('docs/first-application.md', { timeout: 300_000 }, () => {
  it('prints what it shows, command by command', async () => {
    using folder = temporaryFolder()
    prepareCheckout(folder)
    let compared = 0
    for (const step of readTutorial(PAGE)) {
      const printed = await runStep(step, folder.path)
      if (!('command' in step)) continue
      const shown = step.output ?? ''
      if (!isOutput(shown, printed))
        assert.equal(printed, shown, `line ${step.line} of docs/first-application.md: ${step.command}`)
      if (shown !== '') compared++
    }
    assert.equal(compared, 14, 'commands with an output')
  })

  it('links to sections that are there', () => {
    const anchors = readFileSync(join(DOCS, 'proof-format.md'), 'utf8')
      .split('\n')
      .flatMap(line => /^#+ (.+)$/.exec(line)?.[1] ?? [])
      .map(heading =>
        heading
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      )
    const links = [...PAGE.matchAll(/\(proof-format\.md#([^)]+)\)/g)].map(([, anchor]) => anchor ?? '')
    assert.ok(links.length > 5)
    assert.deepEqual(
      links.filter(link => !anchors.includes(link)),
      [],
    )
  })
})

describe('readTutorial', () => {
  it('refuses a block of which it does not know what it is for', () => {
    assert.throws(
      () => readTutorial('# A\n\nLook at this:\n\n```sql\nselect 1\n```\n'),
      /line 5: nothing says .* Look at/,
    )
  })

  it('refuses to change a line that is not there', () => {
    const [step] = readTutorial('In `a.txt`, replace `two` with:\n\n```text\n2\n```\n')
    assert.ok(step && 'file' in step)
    assert.equal(step.change('one\n two\n'), 'one\n2\n')
    assert.throws(() => step.change('one\n'), /line 3: a\.txt has 0 lines "two"; one was wanted/)
  })
})

describe('isOutput', () => {
  it('takes any lines for …, and nothing else', () => {
    assert.ok(isOutput('a\n…\nd\n', 'a\nb\nc\nd\n'))
    assert.ok(isOutput('a\n…\nd\n', 'a\nd\n'))
    assert.ok(!isOutput('a\n…\nd\n', 'a\nb\nd \n'))
    assert.ok(!isOutput('a (1.5 s)\n', 'a (1x5 s)\n'))
    assert.ok(!isOutput('a\n', 'a\nb\n'))
  })
})
