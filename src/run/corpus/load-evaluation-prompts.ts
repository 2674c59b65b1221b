import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EvaluationPrompt } from '../../domain.ts'
import { UsageError, UserError } from '../../errors.ts'
import { nearest } from '../../lib/text/nearest.ts'
import { printable } from '../../lib/text/printable.ts'

const DEFAULT_PROMPT = 'default'

/** `default` is evaluation-prompt.txt, NAME is eval-prompts/NAME.txt, `all` is every one of them. */
export function loadEvaluationPrompts(root: string, names: string[]): EvaluationPrompt[] {
  const strategies = readdirSync(join(root, 'eval-prompts'))
    .filter(file => file.endsWith('.txt'))
    .map(file => file.slice(0, -'.txt'.length))
    .sort()
  const known = [DEFAULT_PROMPT, ...strategies]
  const wanted =
    names.length === 0 ? [DEFAULT_PROMPT] : [...new Set(names.flatMap(name => (name === 'all' ? known : [name])))]
  return wanted.map(name => {
    if (!known.includes(name)) {
      const meant = nearest(name, known)
      throw new UsageError(
        `there is no evaluation prompt "${printable(name)}"${meant ? `; did you mean ${meant}?` : '.'}`,
        `one of ${known.join(', ')}, or all; a new one is a file eval-prompts/NAME.txt.`,
      )
    }
    const file = join(root, name === DEFAULT_PROMPT ? 'evaluation-prompt.txt' : `eval-prompts/${name}.txt`)
    return { name, text: readPromptFile(file) }
  })
}

function readPromptFile(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
      .replace(/^\ufeff/, '')
      .replace(/\r\n?/g, '\n')
  } catch (cause) {
    throw new UserError(`the evaluation prompt ${file} cannot be read.`, {
      tryThis: 'check that the file is there.',
      cause,
    })
  }
  if (text.trim() === '')
    throw new UserError(`the evaluation prompt ${file} is empty.`, { tryThis: 'write the instructions into it.' })
  return text
}
