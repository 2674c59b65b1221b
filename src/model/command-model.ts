import { split } from 'shlex'
import type { Model } from '../domain.ts'
import { CallFailure, UsageError } from '../errors.ts'
import { type CommandRun, runCommand } from '../lib/process/run-command.ts'
import { printable } from '../lib/text/printable.ts'

const COMMAND_PREFIX = 'command:'

// As much of a reply as the database keeps.
const MAX_REPLY = 1024 * 1024

/** `command:PROGRAM ARGS`: the prompt on standard input, the reply on standard output. */
export function createCommandModel(
  name: string,
  options: { timeoutMs: number; concurrency: number; cwd: string; env: Record<string, string | undefined> },
): Model {
  const words = splitWords(name)
  return {
    identity: { name, host: 'command', parameters: '{}' },
    typedName: name,
    prices: null,
    concurrency: options.concurrency,
    async ask(prompt, { abort }) {
      const limits = {
        timeoutMs: options.timeoutMs,
        maxOutput: MAX_REPLY,
        signal: abort,
        cwd: options.cwd,
        env: options.env,
      }
      const run = await runCommand(words, prompt.text, limits)
      const failure = explainFailure(run, options.timeoutMs)
      if (failure) throw failure
      return { body: run.stdout, attempts: 1 }
    },
  }
}

/** Words as a shell would split them; variables, globs and pipes stay as they are written. */
function splitWords(name: string): string[] {
  const line = name.slice(COMMAND_PREFIX.length)
  let words: string[]
  try {
    words = split(line)
  } catch (error) {
    throw new UsageError(
      `cannot split "${printable(line)}" into words: ${(error as Error).message}.`,
      'close the quote.',
    )
  }
  if (!words[0]) throw new UsageError(`"${COMMAND_PREFIX}" names no program.`, '--model "command:python3 review.py"')
  return words
}

function explainFailure({ end, stderr }: CommandRun, timeoutMs: number): CallFailure | undefined {
  if (end === 'timed out') return new CallFailure(`no reply within ${timeoutMs / 1000} s (--timeout)`)
  if (end === 'too much output') return new CallFailure(`the program wrote more than ${MAX_REPLY} bytes`)
  if (end === 'aborted') return new CallFailure('stopped before it had answered', { isGivenUp: true })
  if ('notStarted' in end)
    return new CallFailure(`the program cannot be started: ${end.notStarted}`, { stopsModel: !end.isPassing })
  const said = stderr.trim() ? `: ${printable(stderr)}` : ''
  if ('killedBy' in end) return new CallFailure(`the program was ended by ${end.killedBy}${said}`)
  return end.code === 0 ? undefined : new CallFailure(`the program ended with code ${end.code}${said}`)
}
