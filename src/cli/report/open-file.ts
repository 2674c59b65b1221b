import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Context } from '../context.ts'

/** Opens a file with the system's default program; says what to do where there is none. */
export async function openFile(path: string, { env, stderr }: Context): Promise<void> {
  const [program, ...words] = opener(path)
  try {
    const child = spawn(program, words, { env, stdio: 'ignore', detached: true })
    await once(child, 'spawn')
    child.unref()
  } catch {
    stderr.write(`Nothing here opens files by itself (${program} is missing): open ${path} in a browser.\n`)
  }
}

function opener(path: string): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', path]
  // `start` takes its first word in quotes for the title of a window.
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '', path]
  return ['xdg-open', path]
}
