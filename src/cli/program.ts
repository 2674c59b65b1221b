import { join, relative } from 'node:path'
import type { Context, Output } from './context.ts'
import { runCli } from './main.ts'

/** Ties the command line to a process: its streams, signals and exit code. */
export async function runProgram(process: NodeJS.Process): Promise<void> {
  // When the reader of our output has closed it (`npm run evaluate | head`, a closed terminal), the work goes on without
  // output. A full disk behind `>` is an error: the user does not get what was asked for.
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

/** The folder in which the user typed the command: npm changes to the project's folder first, and leaves the old one in INIT_CWD. */
function typedIn({ env, cwd }: NodeJS.Process, root: string): string {
  const isBehindNpm = env.npm_command === 'run' || env.npm_command === 'run-script' || env.npm_command === 'start'
  return isBehindNpm && env.INIT_CWD && relative(root, cwd()) === '' ? env.INIT_CWD : cwd()
}
