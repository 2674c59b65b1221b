import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { SAMPLE_CORPUS, SAMPLE_SPECIFICATION, sampleCase } from '../../lib/testing/sample-corpus.ts'
import { type TemporaryFolder, temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { runCaptured } from '../testing/run-captured.ts'

const CONVENTION = '\n## Calling convention\n\n- The server sets `:org_id`, which can be trusted.\n'

/** Two queries; `comment` stands over the bad cases, another of its length over the good ones. */
function application(comment: string): Record<string, string> {
  const files: Record<string, string> = { 'SPEC.md': SAMPLE_SPECIFICATION + CONVENTION }
  for (const query of ['get-note', 'find-note', 'list-notes']) {
    for (let number = 1; number <= 6; number++) {
      const label = number <= 2 ? 'good' : 'bad'
      const over = label === 'bad' ? comment : 'x'.repeat(comment.length)
      const code = `-- ${over}\nSELECT body FROM notes WHERE org_id = :org_id AND id > ${number}${query.length}`
      files[`${query}-0${number}-${label}.md`] = sampleCase(code, label)
    }
  }
  return files
}

function workplace(applications: Record<string, Record<string, string>>): TemporaryFolder {
  const folder = temporaryFolder()
  for (const [name, files] of Object.entries(applications)) {
    folder.write(Object.fromEntries(Object.entries(files).map(([file, text]) => [`corpus/${name}/${file}`, text])))
  }
  return folder
}

const audit = (folder: TemporaryFolder, ...words: string[]) =>
  runCaptured(['audit', '--tests', 'corpus', ...words], folder.path)

describe('audit', { timeout: 120_000 }, () => {
  it('reports every application and all of them, and with --check ends with 1 above the limits', async () => {
    const planted = application('quickly')
    using folder = workplace({ one: planted, two: planted, three: planted })
    const told = await audit(folder)
    assert.equal(told.exitCode, 0, told.stderr)
    for (const title of ['one', 'two', 'three', 'all 3 applications']) assert.ok(told.stdout.includes(`${title}\n`))
    assert.match(told.stdout, /54 cases of 9 queries: 18 good, 36 bad; sql 54/)
    assert.match(told.stdout, /words, comments +1\.00 +1\.00–1\.00/)
    assert.match(told.stdout, /words, comments has learned .*\n +bad: +quickly \(0% 100%\)/)
    assert.match(
      told.stdout,
      /broken +words, comments: AUC, leaving an application out 1\.000; at most 0\.58 was wanted/,
    )
    assert.equal(stripVTControlCharacters(told.stdout), told.stdout)
    const widest = Math.max(...told.stdout.split('\n').map(line => [...line].length))
    assert.ok(widest <= 100, `${widest} columns`)
    assert.equal((await audit(folder, '--check')).exitCode, 1)
  })

  it('ends with 0 where the limits are kept, and only informs of one application', async () => {
    using folder = workplace({ one: application('quickly') })
    const { exitCode, stdout, stderr } = await audit(folder, '--check')
    assert.equal(exitCode, 0, stdout + stderr)
    assert.match(stdout, /informs +words, comments: AUC, leaving a query out 1\.000/)
    assert.match(stdout, /only inform until there are three applications/)
    assert.doesNotMatch(stdout, /all 1 applications/)
  })

  it('only informs of chosen applications, and says which figures are above their chance', async () => {
    const planted = application('quickly')
    // Bad cases are longer, and no limit for that needs three applications.
    const long = Object.fromEntries(
      Object.entries(planted).map(([name, text]) => [name, text.replace('quickly', 'quickly and quietly')]),
    )
    using folder = workplace({ one: long, two: planted, three: planted })
    const { exitCode, stdout } = await audit(folder, '--app', 'one')
    assert.equal(exitCode, 0)
    assert.match(stdout, /^informs {2}length: bad is shorter than good 0\.000; 0\.40 to 0\.60 was wanted$/m)
    assert.doesNotMatch(stdout, /broken|limits are kept|until there are three/)
    const last = stdout.slice(stdout.indexOf('These figures only inform'))
    assert.match(
      last,
      /^These figures only inform: limits hold for the whole folder\.\nAbove their chance: words, all \(/,
    )
    assert.match(last.replace(/\s+/g, ' '), /words, comments \(AUC, within, balanced\); .*length, query left out/)
    assert.match(
      (await audit(folder)).stdout,
      /^broken +length: bad is shorter than good/m,
      'it binds the whole folder',
    )

    const several = await audit(folder, '--app', 'one', '--app', 'two')
    assert.match(several.stdout, /\nThese figures only inform: limits hold for the whole folder\.\n$/)
    assert.doesNotMatch(several.stdout, /broken/)
  })

  it('fails --check for duplicates and for words that give the label away, and names the files', async () => {
    const files = application('quickly')
    const [first = ''] = Object.values(files).slice(1)
    using folder = workplace({
      one: {
        ...files,
        'get-note-03-bad.md': first.replace('\ngood', '\nbad').replace('xxxxxxx', 'another'),
        'get-note-04-bad.md': sampleCase('-- TODO fix\nSELECT body FROM notes', 'bad'),
      },
    })
    const { exitCode, stderr } = await audit(folder, '--check')
    assert.equal(exitCode, 1)
    assert.match(stderr, /get-note-03-bad\.md: error: the same code as one\/get-note-01-good\.md/)
    assert.match(stderr, /get-note-04-bad\.md: error: "TODO" in a comment gives the label away/)
    assert.equal((await audit(folder)).exitCode, 0)
  })

  it('prints JSON and nothing else', async () => {
    using folder = workplace({ one: application('quickly'), two: application('slowly') })
    const { exitCode, stdout } = await audit(folder, '--json', '--app', 'two')
    assert.equal(exitCode, 0)
    const found = JSON.parse(stdout)
    assert.equal(found.whole.application, 'two')
    assert.equal(found.whole.classifiers.length, 7)
    assert.deepEqual(found.applications, [])
  })

  it('reads the categories and the trusted parameters of proof.yaml', async () => {
    const files = application('quickly')
    const proof = `context: {org_id: int, now: timestamptz}
actors: {ann: {org_id: 1, now: 2026-01-01}}
rules:
  R1: {category: tenant-isolation, rows: {notes: org_id = :org_id}}
queries:
  get-note: {works: [{as: ann, gives: [1]}]}
`
    const violating = { 'get-note-03-bad.md': `${files['get-note-03-bad.md']}\n# Violates\nR1\n` }
    using folder = workplace({ one: { ...files, ...violating, 'proof.yaml': proof } })
    const { exitCode, stdout, stderr } = await audit(folder, '--check')
    assert.equal(exitCode, 1)
    assert.match(stdout, /leading rules: R1 1 \| none: R2/)
    assert.match(stdout, /categories: tenant-isolation 1 \| none: sql-injection, /)
    assert.match(stderr, /one\/SPEC\.md: error: the Prompt section does not list :now, which proof\.yaml trusts/)
    using broken = workplace({ one: { ...files, 'proof.yaml': 'rules: [' } })
    assert.match((await audit(broken)).stderr, /proof\.yaml:1: warning: not YAML/)
  })

  it('is kind where there is little to say', async () => {
    using single = workplace({
      notes: { 'SPEC.md': SAMPLE_SPECIFICATION, 'a-01-good.md': sampleCase('SELECT 1', 'good') },
    })
    const one = await audit(single)
    assert.equal(one.exitCode, 0)
    assert.match(one.stdout, /1 case of 1 query: 1 good, 0 bad/)
    assert.match(one.stdout, /No shortcut scores: there are only good cases\./)
    using folder = temporaryFolder()
    folder.write({ 'corpus/README.md': '' })
    const none = await audit(folder)
    assert.equal(none.exitCode, 1)
    assert.match(none.stderr, /there are no cases in .*corpus/)
    using sample = temporaryFolder()
    sample.write(Object.fromEntries(Object.entries(SAMPLE_CORPUS).map(([name, text]) => [`corpus/${name}`, text])))
    assert.match((await audit(sample)).stdout, /there is only one query, and no other to learn from/)
  })

  it('audits migrations by themselves, says how small a shortcut would be found, and chooses a level', async () => {
    const migrations: Record<string, string> = { 'SPEC.md': SAMPLE_SPECIFICATION + CONVENTION }
    for (const query of ['get-note', 'find-note', 'list-notes', 'share-note', 'lock-note', 'drop-note']) {
      for (let number = 1; number <= 8; number++) {
        const label = number <= 2 || number >= 7 ? 'good' : 'bad'
        const word = label === 'bad' ? 'quickly' : 'slowly'
        const code = `-- ${word}\nCREATE VIEW v${number} AS SELECT body FROM notes WHERE id > ${number}${query.length};`
        migrations[`${query}-0${number}-${label}.md`] = sampleCase(code, label)
      }
    }
    using folder = workplace({ one: application('quickly'), two: migrations })
    const { stdout, exitCode } = await audit(folder, '--check')
    assert.equal(exitCode, 1)
    assert.match(stdout, /^migrations of all 2 applications\n48 cases of 6 queries: 24 good, 24 bad/m)
    assert.match(stdout, /^ {2}comments: (quickly|slowly) \(\d+.*100\.0% of .*\), \d+\.\d deviations; 99 of 100/m)
    assert.match(stdout, /^ {2}in the comments of bad cases alone: in \d+\.0% of them$/m)
    assert.match(
      stdout,
      /^broken {2}migrations: words, comments: within, leaving a query out 1\.000; 0\.\d\d to 0\.\d\d/m,
    )
    const widest = Math.max(...stdout.split('\n').map(line => [...line].length))
    assert.ok(widest <= 120, `${widest} columns`)
    const part = await audit(folder, '--level', 'migration')
    assert.equal(part.exitCode, 0)
    assert.match(part.stdout, /^migrations of two\n/)
    assert.match(part.stdout, /Outside their chance: words, all/)
    assert.match((await audit(folder, '--level', 'class')).stderr, /there is no level "class".*\n.*one of statement,/)
  })

  it('explains mistakes in the command', async () => {
    using folder = workplace({ one: application('quickly') })
    const unknown = await audit(folder, '--app', 'tow')
    assert.equal(unknown.exitCode, 2)
    assert.match(unknown.stderr, /there is no application "tow".*\n.*one of one\./)
    const both = await audit(folder, '--app', 'one', '--check')
    assert.equal(both.exitCode, 2)
    assert.match(both.stderr, /--check is for the whole folder/)
    const help = await runCaptured(['audit', '--help'], folder.path)
    assert.match(help.stdout, /npm run audit -- --check/)
  })
})
