import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TemporaryFolder } from '../../lib/testing/temporary-folder.ts'
import type { FileStep, Step } from './read-tutorial.ts'
import { runCaptured } from './run-captured.ts'

const PROJECT = join(import.meta.dirname, '../../..')

/** Makes a folder look like a fresh checkout to the command line: evaluation prompts, and nothing in tests/. */
export function prepareCheckout(folder: TemporaryFolder): void {
  for (const name of ['evaluation-prompt.txt', 'eval-prompts'])
    cpSync(join(PROJECT, name), join(folder.path, name), { recursive: true })
  // The empty database that every proof starts from takes seconds to make. Proofs are not taken over.
  const template = join(PROJECT, '.cache/postgres.tar')
  if (existsSync(template)) cpSync(template, join(folder.path, '.cache/postgres.tar'))
}

/** Does one step in the folder. Returns what a command printed on both streams, in the order in which it was printed. */
export async function runStep(step: Step, folder: string): Promise<string> {
  if ('file' in step) return writeStep(step, folder)
  const [, words] = /^npm run (.+)$/.exec(step.command) ?? []
  if (words === undefined) return execFileSync('sh', ['-ec', step.command], { cwd: folder, encoding: 'utf8' })
  return runNpm(words, folder)
}

function writeStep({ file, change }: FileStep, folder: string): string {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, change(existsSync(path) ? readFileSync(path, 'utf8') : ''))
  return ''
}

async function runNpm(words: string, folder: string): Promise<string> {
  const printed: string[] = []
  const output = { write: (text: string) => void printed.push(text), isTTY: false, columns: 80 }
  const now = new Date('2026-03-01T12:00:00Z')
  await runCaptured(words.replace(' -- ', ' ').split(' '), folder, {
    stdout: output,
    stderr: output,
    root: folder,
    // Progress is printed now and then; a clock that stands still leaves it out.
    now: () => now,
  })
  return printed.join('')
}
