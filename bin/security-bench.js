#!/usr/bin/env node
// Plain JavaScript that any Node since 12 can read: it has to say which Node is needed to those that are too old.
const WANTED = [24, 15]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < WANTED[0] || (major === WANTED[0] && minor < WANTED[1])) {
  process.stderr.write(
    `Error: security-bench needs Node ${WANTED.join('.')} or newer; this is Node ${process.versions.node}.\n` +
      'Try: run `npm run setup` once (it installs Node 24 inside this folder), then start the program through npm,\n' +
      '     for example `npm run evaluate -- --help`.\n',
  )
  process.exitCode = 2
} else {
  start()
}

async function start() {
  const { enableCompileCache } = await import('node:module')
  enableCompileCache()
  try {
    const { runProgram } = await import('../src/cli/program.ts')
    await runProgram(process)
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND' || !error.message.includes('Cannot find package')) throw error
    process.stderr.write(`Error: ${error.message.split(' imported from')[0]}.\nTry: npm run setup\n`)
    process.exitCode = 1
  }
}
