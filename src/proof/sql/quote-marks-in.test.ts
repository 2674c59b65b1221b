import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { quoteSignsIn } from './quote-marks-in.ts'

before(loadModule)

describe('quoteSignsIn', () => {
  it('finds the signs that a text of quotes may replace', () => {
    assert.deepEqual(quoteSignsIn("select replace(quote_literal(:term), '’', '''')"), ['’'])
    assert.deepEqual(quoteSignsIn("select translate(:term, '`´', '''''')"), ['`´', '`', '´'])
    assert.deepEqual(quoteSignsIn("select replace(:term, '~', chr(39))"), ['~'])
    assert.deepEqual(quoteSignsIn("$$ begin v := replace(v, '~', ''''); end $$"), ['~'])
  })

  it('leaves code alone that replaces other signs, or nothing', () => {
    assert.deepEqual(quoteSignsIn("select replace(:term, '%', 'x')"), [])
    assert.deepEqual(quoteSignsIn("select '~', ''''"), [])
  })
})
