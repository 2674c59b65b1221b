import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { openPage } from '../lib/testing/open-page-data.ts'
import { SAMPLE_CORPUS, sampleCase } from '../lib/testing/sample-corpus.ts'
import { type TemporaryFolder, temporaryFolder } from '../lib/testing/temporary-folder.ts'
import { runCaptured } from './testing/run-captured.ts'

/** A folder with a corpus in `corpus/`; every command is pointed at it and at files inside it. */
function workplace(corpus: Record<string, string> = SAMPLE_CORPUS): TemporaryFolder {
  const folder = temporaryFolder()
  folder.write(Object.fromEntries(Object.entries(corpus).map(([name, text]) => [`corpus/${name}`, text])))
  return folder
}

const evaluate = (folder: TemporaryFolder, ...words: string[]) =>
  runCaptured(['evaluate', '--tests', 'corpus', '--db', 'results.db', ...words], folder.path)
const report = (folder: TemporaryFolder) =>
  runCaptured(['report', '--db', 'results.db', '--out', 'reports'], folder.path)

describe('evaluate', () => {
  it('evaluates the baselines when no model is named, and says how to evaluate another', async () => {
    using folder = workplace()
    const { exitCode, stdout, stderr } = await evaluate(folder)
    assert.equal(exitCode, 0, stderr)
    assert.match(stdout, /^model +balanced +95% interval +accuracy +catch rate +false alarms +answered +cases\n/)
    assert.match(stdout, /baseline\/always-bad +50\.0% +– +66\.7% +100\.0% +100\.0% +6\/6 +6\n/)
    assert.equal(stdout.trimEnd().split('\n').length, 6)
    assert.match(stderr, /30 answered now\./)
    assert.match(stderr, /A model: npm run evaluate -- --model gpt-4o-mini/)
  })

  it('does not ask again what is stored', async () => {
    using folder = workplace()
    await evaluate(folder)
    const { stderr } = await evaluate(folder)
    assert.match(stderr, /^0 to ask, 30 answered before \(--force asks again\)\.$/m)
    assert.match(stderr, /\n0 answered now\./)
    assert.match((await evaluate(folder, '--force')).stderr, /30 answered now\./)
  })

  it('runs a program, filters, repeats and prompts', async () => {
    using folder = workplace()
    folder.write({ 'reply.json': '{"explanation": "seen", "assessment": "bad", "violated_rules": []}' })
    const words = [
      '--filter',
      '01-good',
      '--filter',
      '03-bad',
      '--repeats',
      '2',
      '--prompt',
      'terse',
      '--prompt',
      'default',
    ]
    const { exitCode, stdout } = await evaluate(folder, '--model', `command:cat ${folder.path}/reply.json`, ...words)
    assert.equal(exitCode, 0)
    assert.match(stdout, /terse +50\.0%/)
    assert.match(stdout, /4\/4 +2\n/)
  })

  it('says which calls failed and how to go on, and ends with 1', async () => {
    using folder = workplace()
    const { exitCode, stderr } = await evaluate(folder, '--model', 'command:cat missing', '--filter', '01-good')
    assert.equal(exitCode, 1)
    assert.match(
      stderr,
      /failed notes\/get-note-01-good\.md by command:cat missing: the program ended with code 1: cat: missing/,
    )
    assert.match(stderr, /0 answered now, 1 failed\.\nRun the same command again, without --force, to go on/)
  })

  it('shows a reply that it cannot read, cleaned, and ends with 1', async () => {
    using folder = workplace()
    folder.write({ 'reply.txt': '\u001b[31mIt looks\nfine to me' })
    const { exitCode, stderr } = await evaluate(
      folder,
      '--model',
      `command:cat ${folder.path}/reply.txt`,
      '--filter',
      '01',
    )
    assert.equal(exitCode, 1)
    assert.match(stderr, /unreadable notes\/get-note-01-good\.md by command:cat .*it says: \[31mIt looks fine to me\n/)
    assert.equal(stderr.includes('\u001b'), false)
    assert.match(stderr, /1 answered now, 1 without a verdict \(counted as wrong\)\./)
  })

  it('prints JSON and nothing else on stdout', async () => {
    using folder = workplace()
    const { stdout } = await evaluate(
      folder,
      '--json',
      '--concurrency',
      '1',
      '--model',
      'baseline/always-good',
      '--model',
      'command:false',
    )
    const { wanted, answeredNow, failures, summary } = JSON.parse(stdout)
    assert.deepEqual([wanted, answeredNow, failures.length], [12, 6, 6])
    assert.deepEqual(failures[0], {
      casePath: 'notes/get-note-01-good.md',
      model: 'command:false',
      prompt: 'default',
      repeat: 1,
      reason: 'the program ended with code 1',
    })
    assert.equal(summary.contestants[0].score.balancedAccuracy.value, 0.5)
    assert.deepEqual(summary.applications, ['notes'])
    assert.equal(summary.contestants[0].applications[0].balancedAccuracy.value, 0.5)
  })

  it('draws a sample of queries', async () => {
    using folder = workplace({
      ...SAMPLE_CORPUS,
      'other/SPEC.md': SAMPLE_CORPUS['notes/SPEC.md'] ?? '',
      'other/x-01-good.md': sampleCase('y', 'good'),
    })
    const { stderr } = await evaluate(folder, '--limit', '1', '--model', 'baseline/coin')
    assert.match(stderr, /^[16] to ask\.$/m)
    assert.match(stderr, /[16] answered now/)
    assert.match(
      stderr,
      /corpus\/other: warning: "x" has 1 good and 0 bad; 2 good and 4 bad, or 4 good and 4 bad were wanted\./,
    )
  })

  it('shows exactly what a model would be sent', async () => {
    using folder = workplace()
    const { exitCode, stdout } = await evaluate(folder, '--show-prompt', 'get-note-03-bad', '--prompt', 'terse')
    assert.equal(exitCode, 0)
    assert.ok(stdout.startsWith('## Schema (Postgres)\n'))
    assert.ok(
      stdout.endsWith('# Code\n\n```sql\n-- SAFE: User lookup query\nSELECT body FROM notes WHERE id = $1;\n```\n'),
    )
    assert.equal(existsSync(join(folder.path, 'results.db')), false, 'nothing is asked or stored')
    folder.write({ 'seen.sh': `cat > ${folder.path}/seen.txt; echo '{"assessment":"bad"}'` })
    await evaluate(folder, '--model', `command:sh ${folder.path}/seen.sh`, '--filter', '03-bad', '--prompt', 'terse')
    assert.equal(readFileSync(join(folder.path, 'seen.txt'), 'utf8'), stdout)
  })

  it('lists every defect before anything is asked, or goes on without the broken files', async () => {
    using folder = workplace({
      ...SAMPLE_CORPUS,
      'notes/get-note-04-bad.md': 'x',
      'notes/get-note-5-bad.md': 'x',
      'empty/notes.txt': '',
    })
    const refused = await evaluate(folder)
    assert.equal(refused.exitCode, 1)
    assert.match(refused.stderr, /corpus\/notes\/get-note-04-bad\.md:1: error: no "# Code"/)
    assert.match(refused.stderr, /corpus\/notes\/get-note-5-bad\.md: error: almost the name of a case/)
    assert.match(refused.stderr, /corpus\/empty: error: no SPEC\.md/)
    assert.match(refused.stderr, /Error: 5 defects in the corpus; nothing was asked\.\nTry: .*--skip-invalid/)
    assert.equal(existsSync(join(folder.path, 'results.db')), false)
    const skipped = await evaluate(folder, '--skip-invalid')
    assert.equal(skipped.exitCode, 0)
    assert.match(skipped.stderr, /corpus\/notes\/get-note-04-bad\.md:1: error/)
    assert.match(skipped.stderr, /25 answered now/)
  })

  it('explains mistakes in the command with exit code 2 and leaves no database behind', async () => {
    using folder = workplace()
    for (const [words, message] of [
      [['--modle', 'x'], /unknown flag --modle; did you mean --model\?/],
      [['--model', 'baseline/cion'], /there is no "baseline\/cion"; did you mean baseline\/coin\?/],
      [['--model', 'gpt-4o-mini'], /OPENROUTER_API_KEY is not set/],
      [['--filter', 'nothing-like-it'], /no case matches "nothing-like-it"\.\nTry: .*notes\/get-note-01-good\.md/],
      [['--prompt', 'tersee'], /did you mean terse\?/],
      [['--repeats', '0'], /a whole number from 1 to 1000/],
      [['--show-prompt', 'get-note'], /matches 6 cases/],
      [['stray'], /unexpected "stray"/],
    ] as const) {
      const { exitCode, stderr, stdout } = await evaluate(folder, ...words)
      assert.deepEqual([exitCode, stdout], [2, ''], stderr)
      assert.match(stderr, message)
    }
    assert.equal((await runCaptured(['evaluate', '--tests', 'nowhere'], folder.path)).exitCode, 2)
    assert.equal(existsSync(join(folder.path, 'results.db')), false)
  })

  it('takes no address of a database for a path', async () => {
    using folder = workplace()
    for (const [address, message] of [
      [':memory:', /a database at :memory: would be gone when the command ends\.\nTry: --db PATH/],
      ['postgres://me:secret@host/results', /a database at postgres:\/\/… cannot be opened\.\nTry: --db PATH/],
    ] as const) {
      for (const words of [['evaluate'], ['evaluate', '--dry-run'], ['report'], ['reread'], ['start']]) {
        const tests = words[0] === 'reread' ? [] : ['--tests', 'corpus']
        const { exitCode, stderr } = await runCaptured([...words, ...tests, '--db', address], folder.path)
        assert.equal(exitCode, 2, `${words}: ${stderr}`)
        assert.match(stderr, message)
      }
    }
    assert.deepEqual(readdirSync(folder.path), ['corpus'])
  })
})

describe('report', () => {
  it('writes a page with the scores and every answer, named by the time', async () => {
    using folder = workplace()
    await evaluate(folder)
    const { exitCode, stdout } = await report(folder)
    assert.equal(exitCode, 0)
    assert.match(stdout, /^reports\/report_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.html\n$/)
    const page = openPage(readFileSync(join(folder.path, stdout.trim()), 'utf8'))
    for (const text of [
      'baseline/trusts-comments',
      'notes/get-note-03-bad.md',
      'A comment reassures: -- SAFE: User lookup query',
      '66.7',
    ]) {
      assert.ok(page.includes(text), text)
    }
  })

  it('has a clear word for an empty database and makes none', async () => {
    using folder = workplace()
    const { exitCode, stderr } = await report(folder)
    assert.equal(exitCode, 1)
    assert.match(stderr, /there are no evaluations in .*results\.db yet.*\nTry: npm start/)
    assert.deepEqual(readdirSync(folder.path), ['corpus'])
    await evaluate(folder, '--model', 'command:false')
    assert.match((await report(folder)).stderr, /there are no evaluations/)
  })
})

describe('start', () => {
  it('evaluates, reports and prints where', async () => {
    using folder = workplace()
    const { exitCode, stdout } = await runCaptured(
      ['start', '--tests', 'corpus', '--db', 'results.db', '--out', 'reports'],
      folder.path,
    )
    assert.equal(exitCode, 0)
    assert.match(stdout, /baseline\/coin/)
    const [, path = ''] = /Report: (.+)\n/.exec(stdout) ?? []
    assert.ok(existsSync(join(folder.path, path)))
  })
})

describe('new', () => {
  it('writes an application that can be evaluated as it is', async () => {
    using folder = temporaryFolder()
    const { exitCode, stdout } = await runCaptured(['new', 'my-app', '--tests', 'corpus'], folder.path)
    assert.equal(exitCode, 0)
    assert.equal(stdout.split('\n')[0], 'corpus/my-app/SPEC.md')
    const { exitCode: evaluated, stderr } = await evaluate(folder)
    assert.equal(evaluated, 0, stderr)
    assert.doesNotMatch(stderr, /warning|error/)
    assert.equal((await runCaptured(['new'], folder.path)).exitCode, 2)
  })
})

describe('the program', () => {
  it('has help everywhere, with examples, and makes no file for it', async () => {
    using folder = temporaryFolder()
    for (const words of [
      ['--help'],
      ['evaluate', '--help'],
      ['report', '-h'],
      ['start', '--help'],
      ['new', '--help'],
    ]) {
      const { exitCode, stdout } = await runCaptured(words, folder.path)
      assert.equal(exitCode, 0)
      assert.match(stdout, /Usage: npm run .*\n[\s\S]*Examples:\n {2}npm /)
    }
    assert.deepEqual(readdirSync(folder.path), [])
  })

  it('tells its version', async () => {
    for (const words of [['--version'], ['evaluate', '--version']]) {
      assert.match((await runCaptured(words, '/')).stdout, /^\d+\.\d+\.\d+\n$/)
    }
  })

  it('knows its commands', async () => {
    const { exitCode, stderr } = await runCaptured(['evalute'], '/')
    assert.equal(exitCode, 2)
    assert.match(stderr, /unknown command "evalute"; did you mean evaluate\?/)
    assert.equal((await runCaptured(['toString'], '/')).exitCode, 2)
    assert.equal((await runCaptured([], '/')).exitCode, 2)
  })

  it('works on examples as a first author writes them: no rule ids, no rules broken, nothing to prove with', async () => {
    using folder = temporaryFolder()
    cpSync(join(import.meta.dirname, 'testing/brief-examples'), join(folder.path, 'corpus'), { recursive: true })
    const { exitCode, stderr } = await evaluate(folder)
    assert.equal(exitCode, 0, stderr)
    assert.match(stderr, /15 answered now/)
    assert.equal((await report(folder)).exitCode, 0)
  })
})
