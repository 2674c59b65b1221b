import { UsageError } from '../errors.ts'
import { printable } from '../lib/text/printable.ts'

const OPENROUTER_URL = 'https://openrouter.ai/api/v1'
export const OPENROUTER_KEY = 'OPENROUTER_API_KEY'

/** Where models are asked. */
export interface Server {
  /** Ends with a slash. */
  url: URL
  /** Names it in the database and in messages. */
  host: string
  isOpenRouter: boolean
  apiKey: string | undefined
  /** The environment variable of the key, for messages. */
  keyName: string | undefined
}

export interface ServerOptions {
  /** What stands behind --base-url. */
  baseUrl: string | undefined
  /** What stands behind --api-key-env. */
  apiKeyEnv: string | undefined
  /** The environment, with what .env adds to it. */
  env: Record<string, string | undefined>
}

/** OpenRouter, or the server behind --base-url. OpenRouter's key goes to OpenRouter and nowhere else. */
export function chooseServer({ baseUrl, apiKeyEnv, env }: ServerOptions, needsKey = true): Server {
  if (apiKeyEnv !== undefined && !env[apiKeyEnv] && needsKey) {
    throw new UsageError(
      `the environment variable ${printable(apiKeyEnv)} is not set.`,
      `${printable(apiKeyEnv)}=... npm run evaluate -- ...`,
    )
  }
  const url =
    baseUrl === undefined
      ? parseUrl(env.OPENROUTER_BASE_URL || OPENROUTER_URL, 'OPENROUTER_BASE_URL')
      : parseUrl(baseUrl, '--base-url')
  // By its origin: over plain http the key could be read on the way.
  const isOpenRouter = baseUrl === undefined || url.origin === new URL(OPENROUTER_URL).origin
  if (apiKeyEnv === OPENROUTER_KEY && !isOpenRouter) {
    throw new UsageError(
      `${OPENROUTER_KEY} is for OpenRouter and is not sent to ${url.host}.`,
      "put that server's key into another variable.",
    )
  }
  const keyName = apiKeyEnv ?? (isOpenRouter ? OPENROUTER_KEY : undefined)
  const apiKey = keyName && (env[keyName]?.trim() || undefined)
  if (apiKey && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new UsageError(
      `the key in ${keyName} holds blanks or characters that no key has.`,
      'copy it again, without quotes.',
    )
  }
  return { url, host: hostOf(url, isOpenRouter), isOpenRouter, apiKey, keyName }
}

/** The key is wanted before the first question, not after the corpus was read and the first call has failed. */
export function refuseWithoutKey(server: Server): void {
  if (!server.isOpenRouter || server.apiKey) return
  throw new UsageError(
    `OpenRouter wants a key, and ${server.keyName} is not set.`,
    `put ${OPENROUTER_KEY}=your-key into .env (see .env.example), or use another server with --base-url.`,
  )
}

function parseUrl(text: string, source: string): URL {
  const wanted = 'an address such as http://localhost:11434/v1'
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new UsageError(`${source} ${printable(text)}: not an address.`, wanted)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`${source} ${printable(text)}: not http or https.`, wanted)
  if (url.username || url.password) {
    throw new UsageError(
      `${source} holds a name or password, which would be stored.`,
      'put the key into the environment and name it with --api-key-env.',
    )
  }
  url.search = ''
  url.hash = ''
  // As pasted from a browser or a curl command. Without a path, every server of this kind means /v1.
  const path = url.pathname.replace(/\/+(chat\/completions|models)?\/*$/, '')
  url.pathname = `${path === '' ? '/v1' : path}/`
  return url
}

/** `openrouter.ai`, `localhost:11434`; a path other than the usual one tells teams on one gateway apart. */
function hostOf(url: URL, isOpenRouter: boolean): string {
  const path = url.pathname.replace(/\/$/, '')
  return path === '/v1' || isOpenRouter ? url.host : url.host + path
}
