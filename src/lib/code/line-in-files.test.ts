import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lineInFiles, namePlaces } from './line-in-files.ts'

const FILES = [
  { name: 'db/1.sql', language: 'sql', code: 'one\ntwo' },
  { name: 'db/2.sql', language: 'sql', code: 'three\nfour\nfive' },
]

/** As a case has its code: `-- db/1.sql`, one, two, an empty line, `-- db/2.sql`, three, four, five. */
const CODE = FILES.map(({ name, code }) => `-- ${name}\n${code}`)
  .join('\n\n')
  .split('\n')

describe('lineInFiles', () => {
  it('gives the file and the line in it', () => {
    const found = (text: string) => lineInFiles(FILES, CODE.indexOf(text) + 1)
    assert.deepEqual(found('one'), { file: 'db/1.sql', line: 1 })
    assert.deepEqual(found('two'), { file: 'db/1.sql', line: 2 })
    assert.deepEqual(found('three'), { file: 'db/2.sql', line: 1 })
    assert.deepEqual(found('five'), { file: 'db/2.sql', line: 3 })
  })

  it('leaves the line of code in one file, and in none with a name', () => {
    assert.deepEqual(lineInFiles(FILES.slice(0, 1), 2), { file: 'db/1.sql', line: 2 })
    assert.deepEqual(lineInFiles([], 7), { line: 7 })
  })
})

describe('namePlaces', () => {
  it('names the file of a line', () => {
    assert.equal(
      namePlaces('line 6: not accepted (line 2: again)', FILES),
      'db/2.sql, line 1: not accepted (db/1.sql, line 1: again)',
    )
  })

  it('leaves lines of other files alone, and code without names', () => {
    assert.equal(namePlaces('line 6 of proof.yaml: wrong', FILES), 'line 6 of proof.yaml: wrong')
    assert.equal(namePlaces('line 6: wrong', []), 'line 6: wrong')
  })
})
