import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { SAMPLE_CORPUS, SAMPLE_SPECIFICATION, sampleCase } from '../../lib/testing/sample-corpus.ts'
import { type TemporaryFolder, temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { runCaptured } from '../testing/run-captured.ts'

const CACHE = join(import.meta.dirname, '../../../.cache')
const SPECIFICATION = SAMPLE_SPECIFICATION.replace('body text', 'body text, deleted_at timestamptz')

const PROOF = `context: {org_id: int}
actors: {ann: {org_id: 1}, ben: {org_id: 2}}
rules:
  R1: {category: tenant-isolation, rows: {notes: org_id = :org_id}}
  R2: {category: soft-delete, rows: {notes: deleted_at is null}}
queries:
  get-note:
    parameters: {id: notes.id}
    key: body
    works:
      - {as: ann, with: {id: 1}, gives: [of ann]}
`

const SEED = `insert into notes values (1, 1, 'of ann', null), (2, 2, 'of ben', null), (3, 1, 'of ann, deleted', '2026-01-01'), (4, 1, 'another of ann', null);`

const CORPUS = {
  'notes/SPEC.md': SPECIFICATION,
  'notes/proof.yaml': PROOF,
  'notes/seed.sql': SEED,
  'notes/get-note-01-good.md': sampleCase(
    'SELECT body FROM notes WHERE id = $1 AND org_id = :org_id AND deleted_at IS NULL;',
    'good',
  ),
  'notes/get-note-02-good.md': sampleCase(
    'SELECT body FROM notes WHERE (org_id, id) = (:org_id, :id) AND deleted_at IS NULL;',
    'good',
  ),
  'notes/get-note-03-bad.md': sampleCase(
    'SELECT body FROM notes WHERE id = :id AND deleted_at IS NULL;',
    'bad',
    '\n# Violates\nR1\n',
  ),
  'notes/get-note-04-bad.md': sampleCase(
    'SELECT body FROM notes WHERE id = :id AND org_id = :org_id;',
    'bad',
    '\n# Violates\nR2\n',
  ),
  'notes/get-note-05-bad.md': sampleCase(
    'SELECT body FROM notes WHERE deleted_at IS NULL AND id = $1;',
    'bad',
    '\n# Violates\nR1\n',
  ),
  'notes/get-note-06-bad.md': sampleCase(
    'SELECT body FROM notes WHERE org_id = :org_id AND id = $1;',
    'bad',
    '\n# Violates\nR2\n',
  ),
}

function workplace(corpus: Record<string, string>): TemporaryFolder {
  const folder = temporaryFolder()
  folder.write(Object.fromEntries(Object.entries(corpus).map(([name, text]) => [`corpus/${name}`, text])))
  return folder
}

const verify = (folder: TemporaryFolder, ...words: string[]) =>
  // The project's own cache has the empty database that every proof starts from.
  runCaptured(['verify', '--tests', 'corpus', ...words], folder.path, { cache: CACHE })

describe('verify', { timeout: 120_000 }, () => {
  it('proves every case, prints a table, and explains one case', async () => {
    using folder = workplace(CORPUS)
    const all = await verify(folder, '--force')
    assert.equal(all.exitCode, 0, all.stdout + all.stderr)
    assert.match(all.stdout, /notes: 6 of 6 proved/)
    assert.match(all.stdout, /get-note +good +good +R1 +R2 +R1 +R2 +6\/6/)
    const again = await verify(folder)
    assert.match(again.stderr, /0 to prove, 6 unchanged/)
    const one = await verify(folder, 'get-note-03-bad')
    assert.match(one.stdout, /R1 breaks\. ann called get-note with id = 2 and got 1 row instead of 0/)
    assert.match(
      one.stdout,
      /World A, the database +World B, without the rows in question\n +body = of ben +\(not there\)\n/,
    )
    const json = JSON.parse((await verify(folder, '--json')).stdout)
    assert.equal(json[0].proofs.length, 6)
  })

  it('lists the calls of one case, with why each is made', async () => {
    using folder = workplace(CORPUS)
    const { exitCode, stdout, stderr } = await verify(folder, 'get-note-01-good', '--plan')
    assert.equal(exitCode, 0, stderr)
    assert.match(
      stdout,
      /^notes\/get-note-01-good\.md on seed\.sql: \d+ calls by 2 actors\n\nreason +calls\nworks +2\n/,
    )
    assert.match(
      stdout,
      /^ann: \d+ calls; base call: id = 1\n +# +why +other than in the base call\n +1 +works, line 11 +-$/m,
    )
    assert.match(stdout, /^ +\d+ +id: every value of notes\.id +id = 2$/m)
    const json = JSON.parse((await verify(folder, 'get-note-01-good', '--plan', '--json')).stdout)
    assert.equal(json.case, 'notes/get-note-01-good.md')
    assert.deepEqual(json.seeds[0].actors[0].calls[0], {
      parameters: { id: '1' },
      reason: 'works',
      why: 'works, line 11',
    })
    assert.match((await verify(folder, '--plan')).stderr, /--plan needs the name of a case/)
  })

  it('proves what npm run new writes, as it is', async () => {
    using folder = temporaryFolder()
    const written = await runCaptured(['new', 'my-app', '--tests', 'corpus'], folder.path)
    assert.match(written.stderr, /^Prove its labels: npm run verify -- --app my-app --tests corpus$/m)
    const { exitCode, stdout } = await verify(folder, '--app', 'my-app')
    assert.equal(exitCode, 0, stdout)
    assert.equal(stdout.split('\n\n')[1], '', 'no remarks')
    assert.match(stdout, /list-documents +good +good +R1 +R2 +R3 +R4 +6\/6/)
    const more = await runCaptured(['new', 'my-app', 'share-document', '--tests', 'corpus'], folder.path)
    assert.match(more.stderr, /^Say how "share-document" is called, under "queries" of corpus\/my-app\/proof\.yaml\.$/m)
    const { stdout: unknown } = await verify(folder)
    assert.match(
      unknown,
      /^unproved 6 cases of my-app \(.* and 3 more\): proof\.yaml has no query "share-document"; add it under "queries"$/m,
    )
  })

  it('names every wrong label with its reason and ends with 1', async () => {
    using folder = workplace({
      ...CORPUS,
      'notes/get-note-02-good.md': sampleCase('SELECT body FROM notes WHERE id = :id;', 'good'),
      'notes/get-note-03-bad.md': sampleCase('DELETE FROM notes; COMMIT', 'bad', '\n# Violates\nR1\n'),
    })
    const { exitCode, stdout } = await verify(folder)
    assert.equal(exitCode, 1)
    assert.match(stdout, /notes: 4 of 6 proved/)
    assert.match(stdout, /unproved notes\/get-note-02-good\.md: labelled good, but R1, R2 break: ann called get-note/)
    assert.match(stdout, /unproved notes\/get-note-03-bad\.md: the case has 2 statements; one was wanted/)
  })

  it('proves on every seed that lies there, where proof.yaml names none', async () => {
    // Organisation 1 reads the notes of organisation 12; seed.sql has none.
    const trap =
      'SELECT body FROM notes WHERE deleted_at IS NULL AND id = :id AND starts_with(org_id::text, :org_id::text)'
    const corpus = { ...CORPUS, 'notes/get-note-01-good.md': sampleCase(trap, 'good') }
    using one = workplace(corpus)
    assert.match((await verify(one)).stdout, /unproved notes\/get-note-01-good\.md: no call shows what a part/)
    using two = workplace({ ...corpus, 'notes/seed-sparse.sql': "insert into notes values (1, 12, 'of cid', null);" })
    assert.match((await verify(two)).stdout, /unproved notes\/get-note-01-good\.md: labelled good, but R1 breaks/)
  })

  it('says what is missing where there is no proof.yaml', async () => {
    using folder = workplace(SAMPLE_CORPUS)
    const { exitCode, stdout } = await verify(folder)
    assert.equal(exitCode, 1)
    assert.match(
      stdout,
      /^unproved 6 cases of notes \(.* and 3 more\): no proof\.yaml; docs\/first-application\.md shows how to write one$/m,
    )
  })

  it('says so when proof.yaml cannot be read', async () => {
    const { 'notes/proof.yaml': _, ...others } = CORPUS
    using folder = workplace({ ...others, 'notes/proof.yaml/README.md': 'a folder' })
    const { exitCode, stdout, stderr } = await verify(folder)
    assert.equal(exitCode, 1)
    assert.match(stdout, /^unproved 6 cases of notes \(.* and 3 more\): proof\.yaml cannot be read$/m)
    assert.match(stderr, /notes\/proof\.yaml: error: cannot be read \(EISDIR\)\./)
  })

  it('reports what does not agree, with file and line', async () => {
    using folder = workplace({
      ...CORPUS,
      'notes/proof.yaml': PROOF.replace('  R2:', '  R7:').replace('notes: org_id =', 'notes: organisation ='),
    })
    const { exitCode, stdout, stderr } = await verify(folder)
    assert.equal(exitCode, 1)
    assert.match(
      stdout,
      /^unproved 6 cases of notes \(.* and 3 more\): proof\.yaml has mistakes \(see line 5 of proof\.yaml\)$/m,
    )
    assert.match(stderr, /notes\/proof\.yaml:5: error: R7 is not among the rules of SPEC\.md \(R1, R2\)/)
    assert.match(stderr, /notes\/SPEC\.md:\d\d: error: R2 is not in proof\.yaml/)
    using wrong = workplace({
      ...CORPUS,
      'notes/proof.yaml': PROOF.replace('notes: org_id =', 'notes: organisation ='),
    })
    const { stdout: table, stderr: mistakes } = await verify(wrong)
    assert.match(mistakes, /notes\/proof\.yaml:4: error: .*column "organisation" does not exist/)
    assert.match(
      table,
      /unproved 6 cases of notes \(.* and 3 more\): proof\.yaml has mistakes \(see line 4 of proof\.yaml\)/,
    )
  })

  it('tells of a rule that only "# Violates" knows once, and leaves that case alone unproved', async () => {
    using folder = workplace({
      ...CORPUS,
      'notes/get-note-03-bad.md': CORPUS['notes/get-note-03-bad.md'].replace('R1', 'R1, R9'),
    })
    const { exitCode, stdout, stderr } = await verify(folder)
    assert.equal(exitCode, 1)
    const line = CORPUS['notes/get-note-03-bad.md'].split('\n').indexOf('# Violates') + 1
    const said = stderr.split('\n').filter(one => one.includes('R9'))
    assert.equal(said.length, 1, stderr)
    assert.match(said[0] ?? '', new RegExp(`get-note-03-bad\\.md:${line}: .*names R9, which SPEC\\.md does not have`))
    assert.match(stdout, /notes: 5 of 6 proved/)
    assert.match(stdout, /unproved notes\/get-note-03-bad\.md: "# Violates" names R9, which did not break/)
  })

  it('warns of a category that is misspelt, and proves all the same', async () => {
    using folder = workplace({ ...CORPUS, 'notes/proof.yaml': PROOF.replace('soft-delete', 'soft-delet') })
    const { exitCode, stdout, stderr } = await verify(folder)
    assert.equal(exitCode, 0, stdout + stderr)
    assert.match(stderr, /proof\.yaml:5: warning: no category "soft-delet" is known; did you mean soft-delete\?/)
    assert.match(stdout, /notes: 6 of 6 proved/)
  })

  it('names the line of the calling convention for a parameter that "context" lacks', async () => {
    const convention = '## Calling convention\n\n- The server sets `:org_id` and\n  `:now`; they can be trusted.\n'
    const specification = `${SPECIFICATION.replace('excluded', 'excluded at :now, `:now`')}\n${convention}`
    using folder = workplace({ ...CORPUS, 'notes/SPEC.md': specification })
    const line = specification.split('\n').findIndex(one => one.includes('`:now`; they')) + 1
    assert.match(
      (await verify(folder)).stderr,
      new RegExp(`notes/SPEC\\.md:${line}: error: the server sets :now; "context" in proof\\.yaml does not have it`),
    )
  })

  it('grades the seed by mutants, lists the survivors and ends with 1 below the grade', async () => {
    using folder = workplace(CORPUS)
    const whole = await verify(folder, '--mutants')
    assert.equal(whole.exitCode, 0, whole.stdout + whole.stderr)
    assert.match(whole.stdout, /get-note +\d+ +\d+ +0 +0 +0 +0 +100\.0/)
    assert.match((await verify(folder, '--mutants')).stderr, /^0 mutants to prove, \d+ unchanged/)
    const [{ conditions }] = JSON.parse((await verify(folder, '--mutants', '--json')).stdout)
    assert.equal(conditions.length, 4, 'two conditions, each set to true and to false')
    assert.ok(conditions.every(({ by }: { by?: string }) => by !== undefined))
    // Without a deleted row, nothing tells whether deleted rows are left out.
    using hole = workplace({ ...CORPUS, 'notes/seed.sql': SEED.replace(/ \(3, .*?\),/, '') })
    const { exitCode, stdout } = await verify(hole, '--mutants')
    assert.equal(exitCode, 1)
    assert.match(stdout, /survived notes\/get-note-01-good\.md line 1: drop-conjunct: deleted_at IS NULL/)
    assert.match(stdout, /notes: \d\d\.\d % of its mutants are killed; 95 % are wanted/)
    const [first] = JSON.parse((await verify(hole, '--mutants', '--json')).stdout)
    assert.equal(first.cases.length, 2)
    assert.ok(first.cases[0].survivors.length > 0)
    assert.deepEqual(first.conditions, [], 'the rules fail their self-test, so that it would notice anything')
  })

  it('takes a mutant that is listed as equivalent, unless something kills it', async () => {
    const listed = (mutant: string) => `${PROOF}    equivalent:\n      - {mutant: "${mutant}", reason: a test}\n`
    using folder = workplace({
      ...CORPUS,
      'notes/seed.sql': SEED.replace(/ \(3, .*?\),/, ''),
      'notes/proof.yaml': listed('drop-conjunct: deleted_at IS NULL'),
    })
    assert.match((await verify(folder, '--mutants')).stdout, /get-note +\d+ +\d+ +0 +0 +2 +\d/)
    using wrong = workplace({ ...CORPUS, 'notes/proof.yaml': listed('drop-conjunct: deleted_at IS NULL') })
    const { exitCode, stderr } = await verify(wrong, '--mutants')
    assert.equal(exitCode, 1)
    assert.match(
      stderr,
      /proof\.yaml:13: error: "drop-conjunct: deleted_at IS NULL" is listed as equivalent, but R2 kills this mutant of notes/,
    )
  })
})
