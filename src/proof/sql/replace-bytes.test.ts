import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lineAt, replaceBytes } from './replace-bytes.ts'

describe('replaceBytes', () => {
  it('counts bytes', () => {
    const replacements = [
      { start: 2, end: 3, text: '1' },
      { start: 5, end: 5, text: '2' },
    ]
    assert.equal(replaceBytes('éaéb', replacements), 'é1é2b')
  })
})

describe('lineAt', () => {
  it('counts bytes', () => {
    assert.equal(lineAt('é\nb', 2), 1)
    assert.equal(lineAt('é\nb', 3), 2)
  })
})
