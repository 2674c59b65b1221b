import { join, relative } from 'node:path'
import type { Context, Output } from './context.ts'
import { runCli } from './main.ts'

/** Ties the command line to a process: its streams, signals and exit code. */
export async function runProgram(process: NodeJS.Process): Promise<void> {
  // Whoever read us has left (`npm run evaluate | head`, a closed terminal): the work goes on, there is nobody to tell. A
  // full disk behind `>` is another matter: what was asked for is not there.
  let isOutputLost = false
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOSPC') isOutputLost = true
    })
  }
  process.on('exit', () => {
    if (isOutputLost) process.exitCode ||= 1
  })
  const root = join(import.meta.dirname, '../..')
  const context: Context = {
    stdout: toOutput(process.stdout),
    stderr: toOutput(process.stderr),
    env: process.env,
    cwd: typedIn(process, root),
    root,
    cache: process.env.SECURITY_BENCH_CACHE || join(root, '.cache'),
    now: () => new Date(),
    onInterrupt: listener => {
      const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
      for (const signal of signals) process.on(signal, listener)
      return () => {
        for (const signal of signals) process.off(signal, listener)
      }
    },
    leave: exitCode => process.exit(exitCode),
  }
  process.exitCode = await runCli(process.argv.slice(2), context)
}

function toOutput(stream: NodeJS.WriteStream): Output {
  return { write: text => void stream.write(text), isTTY: stream.isTTY === true, columns: stream.columns || 80 }
}

/** Where the user was: npm goes to the project's folder before it starts us, and says where it came from. */
function typedIn({ env, cwd }: NodeJS.Process, root: string): string {
  const isBehindNpm = env.npm_command === 'run' || env.npm_command === 'run-script' || env.npm_command === 'start'
  return isBehindNpm && env.INIT_CWD && relative(root, cwd()) === '' ? env.INIT_CWD : cwd()
}
