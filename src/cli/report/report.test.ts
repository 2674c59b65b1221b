import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { SAMPLE_CORPUS } from '../../lib/testing/sample-corpus.ts'
import { type TemporaryFolder, temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import type { Summary } from '../../summary.ts'
import { runCaptured } from '../testing/run-captured.ts'

/** Two programs that always say the same, and all baselines, on the sample corpus. */
async function evaluated(): Promise<TemporaryFolder> {
  const folder = temporaryFolder()
  folder.write(Object.fromEntries(Object.entries(SAMPLE_CORPUS).map(([name, text]) => [`corpus/${name}`, text])))
  for (const label of ['good', 'bad'])
    folder.write({ [`${label}.json`]: `{"explanation": "x", "assessment": "${label}", "violated_rules": ["R1"]}` })
  const base = ['evaluate', '--tests', 'corpus', '--db', 'results.db']
  await runCaptured(base, folder.path)
  for (const label of ['good', 'bad'])
    await runCaptured([...base, '--model', `command:cat ${folder.path}/${label}.json`], folder.path)
  return folder
}

const run = (folder: TemporaryFolder, command: string, ...words: string[]) =>
  runCaptured([command, '--db', 'results.db', '--tests', 'corpus', ...words], folder.path)

describe('report for other programs', () => {
  it('prints JSON, CSV, Markdown and JUnit on stdout, and nothing else there', async () => {
    using folder = await evaluated()
    const json = await run(folder, 'report', '--format', 'json')
    const { version, summary } = JSON.parse(json.stdout) as { version: number; summary: Summary }
    assert.equal(version, 1)
    assert.deepEqual([summary.evaluations, summary.contestants.length, summary.comparisons.length], [42, 7, 1])
    const csv = (await run(folder, 'report', '--format', 'csv')).stdout
    assert.equal(csv.trimEnd().split('\r\n').length, 43)
    const markdown = (await run(folder, 'report', '--format', 'markdown')).stdout
    assert.match(markdown, /\| 1 \| command:cat …\/bad.json \| default \| 50\.0% \|/)
    assert.match(markdown, /\| without one application \| accuracy \| .* \| MCC \| query solved \| pairs right \|/)
    assert.match(markdown, /## Models compared/)
    const junit = (await run(folder, 'report', '--format', 'junit')).stdout
    assert.match(junit, /<testsuites name="security-bench" tests="12" failures="6">/)
    for (const text of [json.stdout, csv, markdown, junit])
      assert.ok(!text.includes(folder.path), 'no path of the machine')
  })

  it('writes a file of that name, or a new one into a folder', async () => {
    using folder = await evaluated()
    const { stdout } = await run(folder, 'report', '--format', 'junit', '--out', 'ci/results.xml')
    assert.equal(stdout, 'ci/results.xml\n')
    assert.match(readFileSync(join(folder.path, 'ci/results.xml'), 'utf8'), /^<\?xml/)
    await run(folder, 'report', '--format', 'csv', '--out', 'ci')
    assert.equal(readdirSync(join(folder.path, 'ci')).filter(name => /^report_[\d_-]+\.csv$/.test(name)).length, 1)
  })

  it('refuses a format and a date that it does not know', async () => {
    using folder = await evaluated()
    const format = await run(folder, 'report', '--format', 'pdf')
    assert.deepEqual([format.exitCode, /one of html, json, csv, markdown, junit/.test(format.stderr)], [2, true])
    for (const date of ['yesterday', '2026', '2026-13-01', '2026-08-01T09:30']) {
      const { exitCode, stderr } = await run(folder, 'report', '--format', 'json', '--since', date)
      assert.equal(exitCode, 2, date)
      assert.match(stderr, /a date was wanted/)
    }
    assert.equal((await run(folder, 'report', '--format', 'json', '--since', '2020-01-01')).exitCode, 0)
  })

  it('fails when a model is under a limit; baselines are no models', async () => {
    using folder = await evaluated()
    const report = (...words: string[]) => run(folder, 'report', '--format', 'json', ...words)
    assert.equal((await report('--fail-under', 'balanced=0.5')).exitCode, 0)
    const under = await report('--fail-under', 'balanced=0.5', '--fail-under', 'accuracy=0.6')
    assert.equal(under.exitCode, 1)
    assert.match(under.stderr, /^Failed: command:cat …\/good\.json \(default\) has accuracy 0\.3333, below 0\.6\.$/m)
    assert.doesNotMatch(under.stderr, /bad\.json|baseline/)
    for (const wrong of ['balanced', 'balanced=80', 'beauty=0.8', 'balanced=', '=0.8', 'balanced=.']) {
      const { exitCode, stderr } = await report('--fail-under', wrong)
      assert.equal(exitCode, 2, wrong)
      assert.match(stderr, /a measure and a number up to 1/)
    }
  })

  it('fails a limit where there are only baselines', async () => {
    using folder = temporaryFolder()
    folder.write(Object.fromEntries(Object.entries(SAMPLE_CORPUS).map(([name, text]) => [`corpus/${name}`, text])))
    await runCaptured(['evaluate', '--tests', 'corpus', '--db', 'results.db'], folder.path)
    const { exitCode, stderr } = await run(folder, 'report', '--format', 'json', '--fail-under', 'balanced=0')
    assert.deepEqual([exitCode, /there are only baselines/.test(stderr)], [1, true])
  })
})

describe('compare', () => {
  it('puts two models side by side and says where they differ', async () => {
    using folder = await evaluated()
    const bad = `command:cat ${folder.path}/bad.json`
    const { exitCode, stdout } = await run(folder, 'compare', bad, 'baseline/always-good')
    assert.equal(exitCode, 0)
    assert.match(stdout, /^Prompt default: 6 cases of 1 query\.\n/)
    assert.match(stdout, /\nbalanced accuracy +50\.0% +50\.0% +0\.0\n/)
    assert.match(stdout, /\ncatch rate +100\.0% +0\.0% +\+100\.0\n/)
    assert.match(stdout, /\nquery solved +0\.0% +0\.0% +0\.0\npairs right +0\.0% +0\.0% +0\.0\n/)
    assert.match(stdout, /Difference in balanced accuracy: 0\.0 points\.\np = 1\.0000/)
    assert.match(stdout, /Cases: 0 both right, 4 only the first, 2 only the second, 0 neither\./)
    assert.match(stdout, /Only baseline\/always-good is right, or right more often \(2\):\n {2}\S+-01-good\.md/)
  })

  it('prints the same as JSON', async () => {
    using folder = await evaluated()
    const { stdout } = await run(folder, 'compare', 'baseline/coin', 'baseline/length', '--json')
    const [found] = JSON.parse(stdout)
    assert.deepEqual([found.prompt, found.names, found.leftOut], ['default', ['baseline/coin', 'baseline/length'], 0])
  })

  it('wants two that it knows', async () => {
    using folder = await evaluated()
    const said = async (...words: string[]) => {
      const { exitCode, stderr } = await run(folder, 'compare', ...words)
      assert.equal(exitCode, 2)
      return stderr
    }
    assert.match(await said('baseline/coin'), /two models were wanted/)
    assert.match(await said('baseline/coin', 'coin'), /are the same/)
    assert.match(await said('baseline/coin', 'baseline/coyn'), /did you mean baseline\/coin\?/)
  })
})
