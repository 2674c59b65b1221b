import assert from 'node:assert/strict'
import { mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pointTo } from './point-to.ts'

describe('pointTo', () => {
  it('leads to the newest file, and leaves nothing else behind', () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'point-'))
    for (const name of ['one.html', 'two.html']) {
      writeFileSync(join(folder.path, name), name)
      const pointer = pointTo(join(folder.path, name), 'latest.html')
      assert.equal(readFileSync(pointer, 'utf8'), name)
    }
    assert.deepEqual(readdirSync(folder.path).sort(), ['latest.html', 'one.html', 'two.html'])
  })
})
