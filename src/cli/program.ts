import { join } from 'node:path'
import type { Context, Output } from './context.ts'
import { runCli } from './main.ts'

/** Ties the command line to a process: its streams, signals and exit code. */
export async function runProgram(process: NodeJS.Process): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    // `npm run evaluate | head`: whoever read us has left. The work goes on, there is just nobody to tell.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
  const context: Context = {
    stdout: toOutput(process.stdout),
    stderr: toOutput(process.stderr),
    env: process.env,
    cwd: process.cwd(),
    root: join(import.meta.dirname, '../..'),
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
  return { write: text => void stream.write(text), isTTY: stream.isTTY === true }
}
