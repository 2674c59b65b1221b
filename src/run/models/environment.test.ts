import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { environmentWithFile } from './environment.ts'

describe('environmentWithFile', () => {
  it('adds what .env says; what is set already wins, unless it is empty', () => {
    using folder = temporaryFolder()
    folder.write({
      '.env': '\ufeff# a comment\r\nexport OPENROUTER_API_KEY="from file"\r\nOTHER=\'x\'\r\nEMPTY=file\r\n',
    })
    const env = environmentWithFile({ OTHER: 'from outside', EMPTY: '' }, folder.path)
    assert.deepEqual(env, { OPENROUTER_API_KEY: 'from file', OTHER: 'from outside', EMPTY: 'file' })
  })

  it('does not let the file say where keys are sent', () => {
    using folder = temporaryFolder()
    folder.write({ '.env': 'OPENROUTER_BASE_URL=http://attacker.example\n' })
    assert.deepEqual(environmentWithFile({}, folder.path), {})
  })

  it('needs no file, and says when there is one that it cannot read', () => {
    using folder = temporaryFolder()
    assert.deepEqual(environmentWithFile({ A: '1' }, folder.path), { A: '1' })
    mkdirSync(join(folder.path, '.env'))
    assert.throws(() => environmentWithFile({}, folder.path), {
      name: 'UserError',
      message: /\.env cannot be read \(EISDIR\)/,
    })
  })
})
