import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Context } from '../context.ts'

/** Opens a file with whatever the system opens such files with; says what to do where there is no such thing. */
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
  // The first word in quotes would be taken for a title.
  if (process.platform === 'win32') return ['cmd', '/c', 'start', '', path]
  return ['xdg-open', path]
}
