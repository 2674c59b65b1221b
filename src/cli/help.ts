import type { Command } from './command.ts'
import { HELP_FLAG } from './flags.ts'

export function commandHelp(name: string, summary: string, command: Command): string {
  const flags = [...command.flags, HELP_FLAG].map(({ name, value, isRepeatable, help }) => ({
    left: `--${name}${value ? ` ${value}` : ''}`,
    right: isRepeatable ? `${help} (may be repeated)` : help,
  }))
  const width = Math.max(...flags.map(({ left }) => left.length))
  return [
    summary,
    '',
    `Usage: npm run ${name} -- ${command.usage}`,
    '',
    'Flags:',
    ...flags.map(({ left, right }) => `  ${left.padEnd(width)}  ${right}`),
    '',
    'Examples:',
    ...command.examples.flatMap(({ line, does }) => [`  ${line}`, `      ${does}`]),
    '',
  ].join('\n')
}

export function programHelp(commands: Record<string, { summary: string }>): string {
  const width = Math.max(...Object.keys(commands).map(name => name.length))
  return [
    'Measures whether a model can tell secure code from vulnerable code.',
    '',
    'Usage: npm run COMMAND -- [flags]',
    '',
    'Commands:',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Examples:',
    '  npm start                        evaluates the built-in baselines and writes a report',
    '  npm run evaluate -- --help       shows the flags of evaluate',
    '',
  ].join('\n')
}
