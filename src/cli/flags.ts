import { parseArgs } from 'node:util'
import { UsageError } from '../errors.ts'
import { nearest } from '../lib/text/nearest.ts'
import { printable } from '../lib/text/printable.ts'

export interface Flag {
  name: string
  /** The flag's value as the help names it, `TEXT` or `N`. A flag without a value is a switch. */
  value?: string
  /** The flag may be given several times. */
  isRepeatable?: boolean
  help: string
}

export interface Flags {
  isOn(name: string): boolean
  text(name: string): string | undefined
  texts(name: string): string[]
  /** A whole number from 1 up. */
  count(name: string, most?: number): number | undefined
  /** A number above 0. */
  amount(name: string, most?: number): number | undefined
  between(name: string, low: number, high: number): number | undefined
}

export const HELP_FLAG: Flag = { name: 'help', help: 'show this help' }

/** Reads a command's words. Nothing is ignored: what is not understood is an error that says what may have been meant. */
export function parseFlags(
  words: string[],
  known: Flag[],
  maxPositionals: number,
): { flags: Flags; positionals: string[] } {
  const options = Object.fromEntries(
    known.map(flag => [flag.name, { type: flag.value ? 'string' : 'boolean' } as const]),
  )
  const { tokens } = parseArgs({
    args: words,
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const values = new Map<string, string[]>()
  const positionals: string[] = []

  for (const token of tokens) {
    if (token.kind === 'positional') {
      positionals.push(token.value)
    } else if (token.kind === 'option') {
      const flag = known.find(({ name }) => name === token.name)
      if (!flag) throw unknownFlag(token.rawName, known)
      const before = values.get(flag.name) ?? []
      if (before.length > 0 && flag.value && !flag.isRepeatable)
        throw new UsageError(`--${flag.name} was given twice.`, `give --${flag.name} once.`)
      values.set(flag.name, [...before, readValue(flag, token.value, token.inlineValue === true)])
    }
  }
  if (positionals.length > maxPositionals) throw unexpectedWord(positionals[maxPositionals] ?? '')
  return { flags: createFlags(values), positionals }
}

function readValue(flag: Flag, value: string | undefined, isInline: boolean): string {
  if (!flag.value) {
    if (value !== undefined) throw new UsageError(`--${flag.name} takes no value.`, `--${flag.name}`)
    return ''
  }
  if (value === undefined || value === '')
    throw new UsageError(`--${flag.name} wants a value.`, `--${flag.name} ${flag.value}`)
  // `--model --force`: the second flag was surely not meant as the first one's value.
  if (value.startsWith('--') && !isInline) {
    throw new UsageError(
      `--${flag.name} wants a value; "${printable(value)}" looks like a flag.`,
      `--${flag.name}=VALUE if it really is the value.`,
    )
  }
  return value
}

function createFlags(values: Map<string, string[]>): Flags {
  const text = (name: string) => values.get(name)?.at(-1)
  function number(name: string, wanted: string, isRight: (value: number) => boolean): number | undefined {
    const written = text(name)
    if (written === undefined) return undefined
    const value = Number(written)
    if (written.trim() === '' || !isRight(value))
      throw new UsageError(`--${name} ${printable(written)}: ${wanted} was wanted.`)
    return value
  }
  return {
    isOn: name => values.has(name),
    text,
    texts: name => values.get(name) ?? [],
    count: (name, most = Number.MAX_SAFE_INTEGER) =>
      number(name, `a whole number from 1 to ${most}`, value => Number.isInteger(value) && value >= 1 && value <= most),
    amount: (name, most = Number.MAX_SAFE_INTEGER) =>
      number(name, `a number above 0 and at most ${most}`, value => value > 0 && value <= most),
    between: (name, low, high) =>
      number(name, `a number from ${low} to ${high}`, value => value >= low && value <= high),
  }
}

function unknownFlag(rawName: string, known: Flag[]): UsageError {
  const meant = nearest(
    rawName.replace(/^-+/, ''),
    known.map(({ name }) => name),
  )
  return new UsageError(
    `unknown flag ${printable(rawName)}${meant ? `; did you mean --${meant}?` : '.'}`,
    '--help lists the flags.',
  )
}

function unexpectedWord(word: string): UsageError {
  return new UsageError(
    `unexpected "${printable(word)}".`,
    'flags start with --, values with blanks need quotes, and npm needs a -- of its own: npm run evaluate -- --model NAME',
  )
}

/**
 * `npm run evaluate --model x` without the `--` in between: npm keeps the flag for itself and the run would silently be
 * another one. npm leaves a variable in the environment.
 */
export function refuseSwallowedFlags(words: string[], env: Record<string, string | undefined>, known: Flag[]): void {
  // Other programs put these flags into .npmrc, so the variable may come from there.
  const ambiguous = new Set(['timeout', 'provider'])
  const variable = ({ name }: Flag) => `npm_config_${name.replaceAll('-', '_')}`
  const isGiven = ({ name }: Flag) => words.some(word => word === `--${name}` || word.startsWith(`--${name}=`))
  const swallowed = known.find(flag => !ambiguous.has(flag.name) && env[variable(flag)] !== undefined && !isGiven(flag))
  if (!swallowed) return
  const command = `npm run ${env.npm_lifecycle_event ?? 'evaluate'} -- --${swallowed.name}`
  throw new UsageError(
    `npm took --${swallowed.name} for itself (${variable(swallowed)} is set).`,
    `put -- before the flags: ${command}${swallowed.value ? ` ${swallowed.value}` : ''}`,
  )
}
