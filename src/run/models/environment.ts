import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { UserError } from '../../errors.ts'

type Environment = Record<string, string | undefined>

/**
 * The environment with what the project's .env adds. It is not put into our own environment: every program that we start
 * would inherit the keys.
 */
export function environmentWithFile(env: Environment, root: string): Environment {
  const file = join(root, '.env')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return env
    throw new UserError(`${file} cannot be read (${code}).`, {
      tryThis: 'check that it is a file, and its permissions.',
      cause,
    })
  }
  // Where keys are sent is decided at the keyboard, not by a file that may have come along with something.
  const { OPENROUTER_BASE_URL, ...fromFile } = parseEnv(text.replace(/^\ufeff/, ''))
  const set = Object.entries(env).filter(([, value]) => value)
  return { ...fromFile, ...Object.fromEntries(set) }
}
