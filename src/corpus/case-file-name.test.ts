import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { looksLikeCaseFileName, parseCaseFileName } from './case-file-name.ts'

describe('parseCaseFileName', () => {
  it('reads query, number and label', () => {
    assert.deepEqual(parseCaseFileName('get-po-lines-03-bad.md'), { query: 'get-po-lines', number: '03', label: 'bad' })
    assert.deepEqual(parseCaseFileName('x-2-01-good.md'), { query: 'x-2', number: '01', label: 'good' })
  })
})

describe('looksLikeCaseFileName', () => {
  const almost = [
    'x-1-good.md',
    'x-03-Bad.md',
    'x-03.md',
    'x_03_good.md',
    'x-03-good.MD',
    'x-03-good.markdown',
    'x-03-good.txt',
    'x-03-good',
    'x-good.md',
    'x-03good.md',
    'x-03-goood.md',
    'x-03-safe.md',
    'x-bad-03.md',
    'x-03 bad.md',
    'x-03-bad copy.md',
    'x-03-bad (1).md',
    'x-03-bad-v2.md',
    'x-003-bad.md',
  ]
  for (const name of almost) {
    it(`takes ${name} for a case whose name went wrong`, () => {
      assert.equal(parseCaseFileName(name), undefined)
      assert.equal(looksLikeCaseFileName(name), true)
    })
  }

  for (const name of [
    'README.md',
    'SPEC.md',
    'notes.md',
    'meeting-2026.md',
    'step-12-notes.md',
    'seed.sql',
    'proof.yaml',
    'seed-2.sql',
    'notes-2.md',
    'adr-001.md',
    'release-1.2.md',
    'x-03-bad.sql',
  ]) {
    it(`leaves ${name} alone`, () => assert.equal(looksLikeCaseFileName(name), false))
  }
})
