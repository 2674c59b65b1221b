import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { runCommand } from './run-command.ts'

const never = new AbortController().signal

function node(
  program: string,
  limits: { timeoutMs?: number; maxOutput?: number; signal?: AbortSignal } = {},
  input = '',
) {
  const { timeoutMs = 20_000, maxOutput = 1000, signal = never } = limits
  const { env } = process
  const cwd = '.'
  return runCommand([process.execPath, '-e', program], input, { timeoutMs, maxOutput, signal, cwd, env })
}

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      // A zombie whose parent has not yet collected it still answers to signal 0.
      if (existsSync(`/proc/${pid}/stat`) && / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return true
      process.kill(pid, 0)
    } catch {
      return true
    }
    await sleep(20)
  }
  return false
}

describe('runCommand', () => {
  it('gives the input on standard input and returns the output', async () => {
    const { end, stdout } = await node('process.stdin.pipe(process.stdout)', {}, 'grüße')
    assert.deepEqual([end, stdout], [{ code: 0 }, 'grüße'])
  })

  it('reports the exit code and the end of standard error', async () => {
    const run = await node('console.error("why"); process.exitCode = 3')
    assert.deepEqual(run, { end: { code: 3 }, stdout: '', stderr: 'why\n' })
  })

  it('does not mind a program that never reads a long input', async () => {
    assert.deepEqual((await node('console.log("done")', {}, 'x'.repeat(2_000_000))).stdout, 'done\n')
  })

  it('reports a signal', async () => {
    assert.deepEqual((await node('process.kill(process.pid, "SIGKILL")')).end, { killedBy: 'SIGKILL' })
  })

  it('says why a program cannot be started', async () => {
    using folder = temporaryFolder()
    folder.write({ 'not-executable': '' })
    const limits = { timeoutMs: 1000, maxOutput: 10, signal: never, cwd: folder.path, env: process.env }
    for (const [program, reason] of [
      ['./missing', /ENOENT/],
      ['./not-executable', /EACCES/],
      ['./not-executable/within', /ENOTDIR/],
    ] as const) {
      const { end } = await runCommand([program], '', limits)
      assert.ok(typeof end === 'object' && 'notStarted' in end)
      assert.match(end.notStarted, reason)
      assert.equal(end.isPassing, false)
    }
  })

  it('ends a program that writes too much', async () => {
    assert.equal((await node('for (;;) process.stdout.write("x".repeat(1000))')).end, 'too much output')
  })

  it('ends the whole process group at the deadline, even what ignores a polite request', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'pid')
    const stubborn = `process.on("SIGTERM", () => {}); require("fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`
    const program = `require("child_process").spawn(process.execPath, ["-e", ${JSON.stringify(stubborn)}], { stdio: "inherit" }); setInterval(() => {}, 1000)`
    const { end } = await node(program, { timeoutMs: 1500 })
    assert.equal(end, 'timed out')
    assert.ok(await isGone(Number(readFileSync(file, 'utf8'))), 'the grandchild is still there')
  })

  it('does not wait for what the program left behind', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'pid')
    const program = `const child = require("child_process").spawn("sleep", ["60"], { stdio: "inherit" }); require("fs").writeFileSync(${JSON.stringify(file)}, String(child.pid)); console.log("answer"); process.exit(0)`
    const { end, stdout } = await node(program)
    assert.deepEqual([end, stdout], [{ code: 0 }, 'answer\n'])
    assert.ok(await isGone(Number(readFileSync(file, 'utf8'))), 'the child left behind is still there')
  })

  it('ends at once when it is aborted', async () => {
    const controller = new AbortController()
    const run = node('setInterval(() => {}, 1000)', { signal: controller.signal })
    setTimeout(() => controller.abort(), 100)
    assert.equal((await run).end, 'aborted')
  })
})
