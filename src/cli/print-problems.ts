import type { Problem } from '../domain.ts'
import { printable } from '../lib/text/printable.ts'
import { type Context, painter } from './context.ts'
import { shortPath } from './paths.ts'

/** One line a problem, `file:line: what was found; what was wanted.`, errors last so that they stand above the prompt. */
export function printProblems(problems: Problem[], context: Context): void {
  const paint = painter(context, context.stderr)
  for (const severity of ['warning', 'error'] as const) {
    for (const { file, line, message } of problems.filter(problem => problem.severity === severity)) {
      const place = `${shortPath(file, context)}${line === undefined ? '' : `:${line}`}`
      const word = severity === 'error' ? paint('red', 'error') : paint('yellow', 'warning')
      context.stderr.write(`${place}: ${word}: ${printable(message, 500)}\n`)
    }
  }
}
