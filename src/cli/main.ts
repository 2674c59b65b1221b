import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CorpusError, UsageError, UserError } from '../errors.ts'
import { nearest } from '../lib/text/nearest.ts'
import { printable } from '../lib/text/printable.ts'
import type { Command } from './command.ts'
import { type Context, painter } from './context.ts'
import { HELP_FLAG, parseFlags, refuseSwallowedFlags } from './flags.ts'
import { commandHelp, programHelp } from './help.ts'
import { printProblems } from './print-problems.ts'

// Messages quote names of files and models, which may hold anything.
const LONGEST_MESSAGE = 2000

interface ListedCommand {
  /** What the command does, in a line. */
  summary: string
  load: () => Promise<{ command: Command }>
}

// A command is imported when it is called: it loads only what it needs, and --help loads no command.
const COMMANDS: Record<string, ListedCommand> = {
  start: {
    summary: 'Evaluates the built-in baselines on the corpus and writes a report. Needs no key.',
    load: () => import('./start.ts'),
  },
  evaluate: {
    summary: 'Asks models about the cases of the corpus and stores their answers.',
    load: () => import('./evaluate/command.ts'),
  },
  report: {
    summary: 'Writes an HTML page with the scores and every answer.',
    load: () => import('./report/command.ts'),
  },
  compare: {
    summary: 'Compares two models on the cases that both were asked, and lists the cases in which they differ.',
    load: () => import('./compare/command.ts'),
  },
  models: {
    summary: 'Lists the models of OpenRouter or of another server, with price and context length.',
    load: () => import('./models.ts'),
  },
  verify: {
    summary: 'Proves the label of every SQL case by running it on a real PostgreSQL.',
    load: () => import('./verify/command.ts'),
  },
  audit: {
    summary: 'Measures whether the labels can be guessed without understanding the code.',
    load: () => import('./audit/command.ts'),
  },
  reread: {
    summary: 'Reads the verdicts again from the stored replies, without a call, and lists the changes.',
    load: () => import('./reread.ts'),
  },
  new: {
    summary: 'Writes a new application, or a new query of an application, to start from.',
    load: () => import('./new.ts'),
  },
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
    context.stdout.write(programHelp(COMMANDS))
    return name === undefined ? 2 : 0
  }
  if (name === '--version') return printVersion(context)
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!entry) {
    const meant = nearest(name, Object.keys(COMMANDS))
    const hint = meant ? `; did you mean ${meant}?` : '.'
    throw new UsageError(`unknown command "${printable(name)}"${hint}`, `one of ${Object.keys(COMMANDS).join(', ')}.`)
  }
  if (words.includes('--version')) return printVersion(context)
  const { command } = await entry.load()
  if (words.includes('--help') || words.includes('-h')) {
    context.stdout.write(commandHelp(name, entry.summary, command))
    return 0
  }
  refuseSwallowedFlags(words, context.env, command.flags)
  return command.run(parseFlags(words, [...command.flags, HELP_FLAG], command.maxPositionals), context)
}

function printVersion({ root, stdout }: Context): number {
  stdout.write(`${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`)
  return 0
}
