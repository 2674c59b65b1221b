import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { UserError } from '../../errors.ts'

type Environment = Record<string, string | undefined>

/**
 * The environment, with the variables of the project's .env added. They are not put into `process.env`, because every
 * program that we start would inherit the keys.
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
  // OPENROUTER_BASE_URL says where keys are sent. It is not taken from a file, which may have come with a download.
  const { OPENROUTER_BASE_URL, ...fromFile } = parseEnv(text.replace(/^\ufeff/, ''))
  const set = Object.entries(env).filter(([, value]) => value)
  return { ...fromFile, ...Object.fromEntries(set) }
}
