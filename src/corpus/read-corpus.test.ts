import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { SAMPLE_CORPUS, SAMPLE_SPECIFICATION, sampleCase } from '../lib/testing/sample-corpus.ts'
import { type TemporaryFolder, temporaryFolder } from '../lib/testing/temporary-folder.ts'
import { readCorpus } from './read-corpus.ts'

function problems(folder: TemporaryFolder, severity: 'error' | 'warning'): string[] {
  return readCorpus(folder.path)
    .problems.filter(problem => problem.severity === severity)
    .map(({ file, line, message }) => `${relative(folder.path, file)}${line ? `:${line}` : ''}: ${message}`)
}

describe('readCorpus', () => {
  it('reads applications and cases, and nothing is wrong with a whole query', () => {
    using folder = temporaryFolder()
    folder.write({
      ...SAMPLE_CORPUS,
      'README.md': 'x',
      'notes/README.md': 'x',
      'notes/seed.sql': 'x',
      'notes/._get-note-03-bad.md': 'x',
      'notes/.#get-note-04-bad.md': 'x',
      '.git/config': 'x',
    })
    const { corpus, problems } = readCorpus(folder.path)
    assert.deepEqual(problems, [])
    assert.deepEqual(
      corpus.applications.map(({ name, title, rules }) => ({ name, title, rules: rules.map(rule => rule.id) })),
      [{ name: 'notes', title: 'Notes', rules: ['R1', 'R2'] }],
    )
    assert.deepEqual(corpus.cases[2], {
      application: 'notes',
      query: 'get-note',
      number: '03',
      label: 'bad',
      path: 'notes/get-note-03-bad.md',
      file: join(folder.path, 'notes/get-note-03-bad.md'),
      description: 'Looks up a note.',
      code: '-- SAFE: User lookup query\nSELECT body FROM notes WHERE id = $1;',
      language: 'sql',
      violates: ['R1'],
    })
  })

  it('reads a BOM and CRLF as if they were not there', () => {
    using plain = temporaryFolder()
    using windows = temporaryFolder()
    plain.write(SAMPLE_CORPUS)
    for (const [name, text] of Object.entries(SAMPLE_CORPUS)) {
      windows.write({ [name]: `\ufeff${text.replaceAll('\n', '\r\n')}` })
    }
    const content = (folder: TemporaryFolder) => {
      const { corpus, problems } = readCorpus(folder.path)
      assert.deepEqual(problems, [])
      return {
        applications: corpus.applications.map(({ directory, ...rest }) => rest),
        cases: corpus.cases.map(({ file, ...rest }) => rest),
      }
    }
    assert.deepEqual(content(windows), content(plain))
  })

  it('reports every defect at once, with its file and line', () => {
    using folder = temporaryFolder()
    folder.write({
      'a-no-spec/x-01-good.md': sampleCase('c', 'good'),
      'b-no-prompt/SPEC.md': '# Title\n',
      'b-no-prompt/x-01-good.md': sampleCase('c', 'good'),
      'c-no-cases/SPEC.md': SAMPLE_SPECIFICATION,
      'd-broken/SPEC.md': SAMPLE_SPECIFICATION,
      'd-broken/x-01-good.md': sampleCase('c', 'perhaps'),
      'd-broken/x-02-good.md': new Uint8Array([0x23, 0xff, 0xfe]),
      'd-broken/x-03-bad.md': sampleCase('c', 'bad'),
      'd-broken/x-03-good.md': sampleCase('c', 'good'),
      'd-broken/x-4-bad.md': sampleCase('c', 'bad'),
      'd-broken/x-05-bad.md': 'x'.repeat(1024 * 1024 + 1),
      'e-spelling/spec.md': SAMPLE_SPECIFICATION,
      'stray-01-good.md': sampleCase('c', 'good'),
    })
    symlinkSync('/nowhere', join(folder.path, 'd-broken/x-06-bad.md'))
    mkdirSync(join(folder.path, 'f-empty'))
    symlinkSync('g-loop', join(folder.path, 'g-loop'))
    assert.deepEqual(problems(folder, 'error'), [
      'g-loop: cannot be read (ELOOP); check that it exists and its permissions.',
      'stray-01-good.md: a case outside of an application; move it into a folder beside its SPEC.md.',
      'a-no-spec: no SPEC.md; every application needs one with a "# Prompt" section.',
      'b-no-prompt/SPEC.md:1: no "# Prompt"; a section with the schema and the security requirements was wanted.',
      'c-no-cases: an application with no cases; files such as list-users-01-good.md and list-users-03-bad.md were wanted.',
      'd-broken/x-4-bad.md: almost the name of a case; <query>-<two digits>-<good or bad>.md was wanted, such as list-users-03-bad.md.',
      'd-broken/x-03-bad.md: number 03 of "x" is there twice (x-03-good.md); one file a number was wanted.',
      'd-broken/x-03-good.md: number 03 of "x" is there twice (x-03-bad.md); one file a number was wanted.',
      'd-broken/x-01-good.md:9: "# Expected" says "perhaps"; write good or bad.',
      'd-broken/x-02-good.md: not valid UTF-8; save the file as UTF-8.',
      'd-broken/x-05-bad.md: 1048577 bytes; at most 1048576 are read.',
      'd-broken/x-06-bad.md: cannot be read (ENOENT); check that it exists and its permissions.',
      'e-spelling: no SPEC.md; rename spec.md.',
      'e-spelling: an application with no cases; files such as list-users-01-good.md and list-users-03-bad.md were wanted.',
      'f-empty: no SPEC.md; every application needs one with a "# Prompt" section.',
      'f-empty: an application with no cases; files such as list-users-01-good.md and list-users-03-bad.md were wanted.',
    ])
    assert.deepEqual(readCorpus(folder.path).corpus.cases, [])
  })

  it('keeps the sound cases of an application beside the broken ones', () => {
    using folder = temporaryFolder()
    folder.write({ ...SAMPLE_CORPUS, 'notes/get-note-04-bad.md': 'nothing' })
    const { corpus } = readCorpus(folder.path)
    assert.deepEqual(
      corpus.cases.map(({ number }) => number),
      ['01', '02', '03', '05', '06'],
    )
  })

  it('takes a query of six cases or of eight for whole', () => {
    using folder = temporaryFolder()
    const labels = ['good', 'good', 'bad', 'bad', 'bad', 'bad', 'good', 'good']
    const eight = labels.map((label, index) => [`notes/list-notes-0${index + 1}-${label}.md`, sampleCase('c', label)])
    folder.write({ ...SAMPLE_CORPUS, ...Object.fromEntries(eight) })
    assert.deepEqual(problems(folder, 'warning'), [])
    assert.equal(readCorpus(folder.path).corpus.cases.length, 6 + 8)
  })

  it('warns of odd numbers, incomplete queries and rules that the specification does not have', () => {
    using folder = temporaryFolder()
    folder.write({
      'notes/SPEC.md': SAMPLE_SPECIFICATION,
      'notes/x-01-good.md': sampleCase('c', 'good'),
      'notes/x-09-bad.md': sampleCase('c', 'bad', '\n# Violates\nR9\n'),
    })
    assert.deepEqual(problems(folder, 'error'), [])
    assert.deepEqual(problems(folder, 'warning'), [
      'notes/x-09-bad.md:12: "# Violates" names R9, which SPEC.md does not have (R1, R2).',
      'notes/x-09-bad.md: a number from 01 to 08 was wanted.',
      'notes: "x" has 1 good and 1 bad; 2 good and 4 bad, or 4 good and 4 bad were wanted.',
    ])
  })
})
