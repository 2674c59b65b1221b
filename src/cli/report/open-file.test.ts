import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { openFile } from './open-file.ts'

const NAMES: Partial<Record<NodeJS.Platform, string>> = { linux: 'xdg-open', darwin: 'open' }
const opener = NAMES[process.platform]

async function open(path: string, folder: string): Promise<string> {
  let said = ''
  const stderr = {
    write(text: string) {
      said += text
    },
    isTTY: false,
    columns: 80,
  }
  await openFile(path, { env: { PATH: folder }, stderr } as unknown as Context)
  return said
}

describe('openFile', { skip: opener === undefined && 'only where the opener is a program' }, () => {
  it('gives the file to the system’s opener', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'open-'))
    const program = join(folder.path, opener ?? '')
    const told = join(folder.path, 'told')
    writeFileSync(program, `#!/bin/sh\necho "$1" > '${told}'\n`)
    chmodSync(program, 0o755)
    assert.equal(await open('/reports/a b.html', folder.path), '')
    for (let wait = 0; wait < 100 && !(existsSync(told) && readFileSync(told, 'utf8')); wait++) await sleep(50)
    assert.equal(readFileSync(told, 'utf8'), '/reports/a b.html\n')
  })

  it('says what to do where there is none', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'open-'))
    assert.match(await open('/reports/a.html', folder.path), /open \/reports\/a\.html in a browser\./)
  })
})
