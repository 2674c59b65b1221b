import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { printable } from './printable.ts'

describe('printable', () => {
  it('leaves ordinary text alone, whatever its alphabet', () => {
    assert.equal(printable('naïve 表 "quoted"'), 'naïve 表 "quoted"')
  })

  it('puts several lines on one', () => {
    assert.equal(printable('one\r\n  two\n\nthree'), 'one two three')
  })

  it('takes out terminal commands and direction overrides', () => {
    assert.equal(printable('\u001b[31mred\u0007 \u202egood\u009b2J'), '[31mred good 2J')
  })

  it('shortens what is long and shows that it did', () => {
    assert.equal(printable('abcdefghij', 5), 'abcd…')
    assert.equal(printable('x'.repeat(5_000_000), 10).length, 10)
    assert.equal(printable(`${' '.repeat(100)}tail`, 10), '…')
  })
})
