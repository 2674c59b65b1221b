import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type TemporaryFolder, temporaryFolder } from '../src/lib/testing/temporary-folder.ts'

// Stands in for npm: notes how it was called and puts in place what npm would.
const NPM = `
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n')
if (process.env.FAIL) process.exit(7)
if (process.env.IGNORE) process.exit(0)
mkdirSync('node_modules/node/bin', { recursive: true })
writeFileSync('node_modules/node/bin/node', '')
writeFileSync('node_modules/.package-lock.json', readFileSync('package-lock.json'))
`
const LOCK = {
  packages: {
    '': {},
    'node_modules/node': { version: '24.0.0' },
    'node_modules/windows-only': { version: '1.0.0', optional: true },
  },
}

function project(): TemporaryFolder {
  const folder = temporaryFolder()
  folder.write({ 'npm.cjs': NPM, 'package-lock.json': JSON.stringify(LOCK), 'scripts/placeholder': '' })
  copyFileSync(join(import.meta.dirname, 'setup.mjs'), join(folder.path, 'scripts/setup.mjs'))
  return folder
}

function setup({ path }: TemporaryFolder, env: Record<string, string> = {}) {
  const child = spawnSync(process.execPath, ['scripts/setup.mjs'], {
    cwd: path,
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(path, 'npm.cjs'), ...env },
  })
  const calls = join(path, 'calls')
  return { ...child, calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [] }
}

describe('setup', () => {
  it('installs once, tests included, and prints nothing on stdout', () => {
    using folder = project()
    const first = setup(folder, { NODE_ENV: 'production' })
    assert.deepEqual([first.status, first.stdout], [0, ''])
    assert.deepEqual(first.calls, ['ci --include=dev --no-audit --no-fund --loglevel=error'])
    const second = setup(folder)
    assert.deepEqual([second.calls.length, second.stderr], [1, ''])
  })

  it('installs again when the lockfile has changed, something was removed, or Node is gone', () => {
    using folder = project()
    setup(folder)
    folder.write({
      'package-lock.json': JSON.stringify({ packages: { ...LOCK.packages, 'node_modules/new': { version: '1.0.0' } } }),
    })
    assert.equal(setup(folder).calls.length, 2)
    folder.write({ 'node_modules/.package-lock.json': JSON.stringify({ packages: {} }) })
    assert.equal(setup(folder).calls.length, 3)
    rmSync(join(folder.path, 'node_modules/node'), { recursive: true })
    assert.equal(setup(folder).calls.length, 4)
  })

  it('leaves alone what npm install has put in place', () => {
    using folder = project()
    folder.write({ 'node_modules/.package-lock.json': JSON.stringify(LOCK), 'node_modules/node/bin/node': '' })
    assert.equal(setup(folder).calls.length, 0)
  })

  it('says so when npm was told not to run scripts', () => {
    using folder = project()
    const { status, stderr } = setup(folder, { IGNORE: '1' })
    assert.equal(status, 1)
    assert.match(stderr, /did not run the install script of the package "node"/)
  })

  it('says what to do when npm fails, and tries again the next time', () => {
    using folder = project()
    const failed = setup(folder, { FAIL: '1' })
    assert.equal(failed.status, 1)
    assert.match(failed.stderr, /npm ci ended with code 7.*\nTry: check the network/)
    assert.equal(setup(folder).calls.length, 2)
  })
})
