import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

export interface ProgramRun {
  /** From its start to its end. */
  wallMs: number
  /** Of all its threads, user and system. */
  cpuMs: number
  /** The most memory that it had at once. */
  peakMb: number
  stdout: string
  stderr: string
}

export const ROOT = join(import.meta.dirname, '../..')
const USAGE = pathToFileURL(join(import.meta.dirname, 'usage.mjs')).href

/** Runs `node WORDS` to its end and measures it. @throws when it fails. */
export async function runNode(
  words: string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<ProgramRun> {
  const usage = join(cwd, 'usage.json')
  const start = performance.now()
  const child = spawn(process.execPath, ['--import', USAGE, ...words], {
    cwd,
    env: { ...process.env, ...env, BENCH_USAGE: usage, NO_COLOR: '1' },
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'close')
  const wallMs = performance.now() - start
  const [stdout, stderr] = await output
  if (code !== 0) throw new Error(`node ${words.join(' ')} ended with ${code}:\n${stderr.slice(-2000)}`)
  const { cpuMs, peakMb } = JSON.parse(readFileSync(usage, 'utf8'))
  return { wallMs, cpuMs, peakMb, stdout, stderr }
}

/** Runs `npm run evaluate` against a stand-in, with a cache of its own. */
export async function evaluate(
  { cwd, url, cache = 'cache' }: { cwd: string; url: string; cache?: string },
  ...flags: string[]
): Promise<ProgramRun> {
  const words = [
    join(ROOT, 'bin/security-bench.js'),
    'evaluate',
    '--tests',
    'corpus',
    '--model',
    'stand-in/model',
    ...flags,
  ]
  const env = {
    OPENROUTER_API_KEY: 'bench',
    OPENROUTER_BASE_URL: `${url}/api/v1`,
    SECURITY_BENCH_CACHE: join(cwd, cache),
  }
  return runNode(words, { cwd, env })
}
