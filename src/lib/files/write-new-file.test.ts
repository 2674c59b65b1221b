import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { writeNewFile } from './write-new-file.ts'

describe('writeNewFile', () => {
  it('makes the folder, and never writes over a file', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'reports/report.html')
    assert.equal(writeNewFile(path, ['o', 'ne']), path)
    assert.equal(writeNewFile(path, ['two']), join(folder.path, 'reports/report_2.html'))
    assert.equal(readFileSync(path, 'utf8'), 'one')
    assert.deepEqual(readdirSync(join(folder.path, 'reports')), ['report.html', 'report_2.html'])
  })

  it('says what went wrong and leaves nothing behind', () => {
    using folder = temporaryFolder()
    folder.write({ reports: 'a file where a folder was wanted' })
    assert.throws(() => writeNewFile(join(folder.path, 'reports/report.html'), ['x']), {
      name: 'UserError',
      message: /report\.html cannot be written \(E(NOTDIR|EXIST)\)/,
    })
    assert.deepEqual(readdirSync(folder.path), ['reports'])
  })
})
