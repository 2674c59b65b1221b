// What `npm run report` leaves behind. What a browser makes of the page is tried in src/report/.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openPage } from '../../lib/testing/open-page-data.ts'
import { SAMPLE_CORPUS } from '../../lib/testing/sample-corpus.ts'
import { type TemporaryFolder, temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { runCaptured } from '../testing/run-captured.ts'

/** A program that tells where it lies, as a stack trace would. */
async function evaluated(): Promise<TemporaryFolder> {
  const folder = temporaryFolder()
  folder.write(Object.fromEntries(Object.entries(SAMPLE_CORPUS).map(([name, text]) => [`corpus/${name}`, text])))
  const where = `File ${folder.path}/review.py, then ${folder.path}/corpus/notes and ${homedir()}/.netrc`
  folder.write({ 'reply.json': JSON.stringify({ explanation: where, assessment: 'bad', violated_rules: ['R1'] }) })
  const words = [
    'evaluate',
    '--tests',
    'corpus',
    '--db',
    'results.db',
    '--model',
    `command:cat ${folder.path}/reply.json`,
  ]
  await runCaptured(words, folder.path)
  return folder
}

async function report(folder: TemporaryFolder, ...words: string[]): Promise<{ name: string; said: string }> {
  const base = ['report', '--db', 'results.db', '--tests', 'corpus', '--out', 'reports']
  const { exitCode, stdout, stderr } = await runCaptured([...base, ...words], folder.path)
  assert.equal(exitCode, 0, stderr)
  return { name: stdout.trim(), said: openPage(readFileSync(join(folder.path, stdout.trim()), 'utf8')) }
}

describe('report as a page', () => {
  it('tells nobody where on the machine anything lies, in a full one neither', async () => {
    using folder = await evaluated()
    for (const flags of [[], ['--full']]) {
      const { said } = await report(folder, ...flags)
      assert.match(said, /File …\/review\.py, then …\/notes and …\/\.netrc/)
      assert.match(said, /command:cat …\/reply\.json/)
      assert.ok(!said.includes(folder.path), 'the folder')
      assert.ok(!said.includes(`${homedir()}/`), 'the home')
    }
  })

  it('has requests and replies in full, and only then', async () => {
    using folder = await evaluated()
    const [plain, full] = [await report(folder), await report(folder, '--full')]
    for (const text of ['violated_rules', '"reply":[', 'Security Requirements']) {
      assert.ok(full.said.includes(text), text)
    }
    assert.ok(!plain.said.includes('"reply":['))
    assert.ok(!plain.said.includes('Security Requirements'))
  })

  it('is what latest.html leads to', async () => {
    using folder = await evaluated()
    for (let nth = 0; nth < 2; nth++) {
      const { name } = await report(folder)
      assert.equal(realpathSync(join(folder.path, 'reports/latest.html')), realpathSync(join(folder.path, name)))
    }
    assert.equal(readdirSync(join(folder.path, 'reports')).length, 3)
  })

  it('is written although the corpus is gone', async () => {
    using folder = await evaluated()
    const { exitCode } = await runCaptured(
      ['report', '--db', 'results.db', '--tests', 'gone', '--out', 'reports'],
      folder.path,
    )
    assert.equal(exitCode, 0)
  })
})
