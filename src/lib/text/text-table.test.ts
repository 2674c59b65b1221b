import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textTable } from './text-table.ts'

describe('textTable', () => {
  it('aligns columns, and colour takes no room', () => {
    const columns = [
      { title: 'model', align: 'left' as const },
      { title: 'score', align: 'right' as const },
    ]
    const rows = [
      ['\u001b[1mlong name\u001b[22m', '5'],
      ['a', '100.0'],
    ]
    assert.equal(textTable(columns, rows), 'model      score\n\u001b[1mlong name\u001b[22m      5\na          100.0')
  })
})
