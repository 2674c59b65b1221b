import { join } from 'node:path'
import type { Context } from '../context.ts'
import { runCli } from '../main.ts'

export interface Captured {
  exitCode: number
  stdout: string
  stderr: string
}

/** Runs the real command line in this process. `cwd` is where relative paths begin. */
export async function runCaptured(words: string[], cwd: string, more: Partial<Context> = {}): Promise<Captured> {
  const written = { stdout: '', stderr: '' }
  const output = (name: keyof typeof written) => ({
    write(text: string) {
      written[name] += text
    },
    isTTY: false,
    columns: 80,
  })
  const context: Context = {
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: {},
    cwd,
    root: join(import.meta.dirname, '../../..'),
    cache: join(cwd, '.cache'),
    now: () => new Date(),
    onInterrupt: () => () => {},
    leave: () => {},
    ...more,
  }
  const exitCode = await runCli(words, context)
  return { exitCode, ...written }
}
