// Installs what is missing: the dependencies, and with them the Node that the program runs on. Plain JavaScript,
// because the Node that starts it (20 or newer) is whichever the system has. Everything is printed on stderr, so that
// the output of the command that follows can be piped.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const lockfile = join(root, 'package-lock.json')
// npm writes what it really installed into this file, so a later `npm install --omit=dev` changes it too.
const installed = join(root, 'node_modules/.package-lock.json')
const stamp = join(root, 'node_modules/.setup-stamp')
const node24 = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

function currentState() {
  if (!existsSync(installed) || !existsSync(node24)) return undefined
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of [lockfile, installed]) hash.update(readFileSync(file)).update('\n')
  return hash.digest('hex')
}

/** True when a plain `npm install` has already put everything in place. */
function everythingIsInstalled() {
  if (!existsSync(installed) || !existsSync(node24)) return false
  const wanted = JSON.parse(readFileSync(lockfile, 'utf8')).packages
  const found = JSON.parse(readFileSync(installed, 'utf8')).packages
  return Object.entries(wanted).every(
    // Optional packages are builds for other platforms.
    ([path, { version, optional }]) => path === '' || optional || found[path]?.version === version,
  )
}

function install() {
  process.stderr.write('Installing the dependencies and Node 24 into node_modules/ (once, about half a minute) ...\n')
  // --include=dev: the tests need them, whatever NODE_ENV says.
  const words = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...words], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', words, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  if (status === 0 && existsSync(node24)) return
  if (status === 0) {
    process.stderr.write(
      'Error: npm did not run the install script of the package "node", which brings Node 24.\n' +
        'Try: npm config get ignore-scripts (it must be false), then run `npm run setup` again.\n',
    )
    process.exit(1)
  }
  process.stderr.write(
    `\nError: the installation failed (npm ci ended with ${error ? error.message : `code ${status}`}); its message is above.\n` +
      'Try: check the network and the free disk space, then run `npm run setup` again.\n',
  )
  process.exit(1)
}

function stampSays(state) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === state
}

if (!stampSays(currentState() ?? 'nothing installed')) {
  if (!everythingIsInstalled()) install()
  writeFileSync(stamp, currentState() ?? '')
}
