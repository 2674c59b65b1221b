import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CorpusError, UsageError, UserError } from '../errors.ts'
import { nearest } from '../lib/nearest.ts'
import { printable } from '../lib/printable.ts'
import type { Command } from './command.ts'
import { type Context, painter } from './context.ts'
import { HELP_FLAG, parseFlags, refuseSwallowedFlags } from './flags.ts'
import { commandHelp, programHelp } from './help.ts'
import { printProblems } from './print-problems.ts'

// Messages quote names of files and models, which may hold anything.
const LONGEST_MESSAGE = 2000

// Imported when called: a command pays only for what it needs.
const COMMANDS: Record<string, () => Promise<{ command: Command }>> = {
  start: () => import('./start.ts'),
  evaluate: () => import('./evaluate.ts'),
  report: () => import('./report.ts'),
  models: () => import('./models.ts'),
  verify: () => import('./verify.ts'),
  audit: () => import('./audit.ts'),
  reread: () => import('./reread.ts'),
  new: () => import('./new.ts'),
}

/** Runs one command line and returns its exit code. */
export async function runCli(words: string[], context: Context): Promise<number> {
  try {
    return await dispatch(words, context)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    if (error instanceof CorpusError) printProblems(error.problems, context)
    const paint = painter(context, context.stderr)
    context.stderr.write(`${paint('red', 'Error:')} ${printable(error.message, LONGEST_MESSAGE)}\n`)
    if (error.tryThis) context.stderr.write(`${paint('bold', 'Try:')} ${printable(error.tryThis, LONGEST_MESSAGE)}\n`)
    return error.exitCode
  }
}

async function dispatch([name, ...words]: string[], context: Context): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    context.stdout.write(await help())
    return name === undefined ? 2 : 0
  }
  if (name === '--version') return printVersion(context)
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!load) {
    const meant = nearest(name, Object.keys(COMMANDS))
    const hint = meant ? `; did you mean ${meant}?` : '.'
    throw new UsageError(`unknown command "${printable(name)}"${hint}`, `one of ${Object.keys(COMMANDS).join(', ')}.`)
  }
  if (words.includes('--version')) return printVersion(context)
  const { command } = await load()
  if (words.includes('--help') || words.includes('-h')) {
    context.stdout.write(commandHelp(name, command))
    return 0
  }
  refuseSwallowedFlags(words, context.env, command.flags)
  return command.run(parseFlags(words, [...command.flags, HELP_FLAG], command.maxPositionals), context)
}

async function help(): Promise<string> {
  const summaries = Object.entries(COMMANDS).map(async ([name, load]) => ({
    name,
    summary: (await load()).command.summary,
  }))
  return programHelp(await Promise.all(summaries))
}

function printVersion({ root, stdout }: Context): number {
  stdout.write(`${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`)
  return 0
}
