import { UsageError } from '../errors.ts'
import { printable } from '../lib/printable.ts'

const OPENROUTER_URL = 'https://openrouter.ai/api/v1'
const OPENROUTER_KEY = 'OPENROUTER_API_KEY'

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
export function chooseServer({ baseUrl, apiKeyEnv, env }: ServerOptions): Server {
  if (apiKeyEnv !== undefined && !env[apiKeyEnv]) {
    throw new UsageError(
      `the environment variable ${printable(apiKeyEnv)} is not set.`,
      `${printable(apiKeyEnv)}=... npm run evaluate -- ...`,
    )
  }
  const url = baseUrl === undefined ? parseUrl(env.OPENROUTER_BASE_URL || OPENROUTER_URL) : parseUrl(baseUrl)
  const isOpenRouter = baseUrl === undefined || url.host === new URL(OPENROUTER_URL).host
  const keyName = apiKeyEnv ?? (isOpenRouter ? OPENROUTER_KEY : undefined)
  return { url, host: hostOf(url), isOpenRouter, apiKey: keyName && (env[keyName]?.trim() || undefined), keyName }
}

/** The key is wanted before the first question, not after the corpus was read and the first call has failed. */
export function refuseWithoutKey(server: Server): void {
  if (!server.isOpenRouter || server.apiKey) return
  throw new UsageError(
    `OpenRouter wants a key, and ${server.keyName} is not set.`,
    `put ${OPENROUTER_KEY}=your-key into .env (see .env.example), or use another server with --base-url.`,
  )
}

function parseUrl(text: string): URL {
  const wanted = 'an address such as http://localhost:11434/v1'
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new UsageError(`--base-url ${printable(text)}: not an address.`, wanted)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`--base-url ${printable(text)}: not http or https.`, wanted)
  if (url.username || url.password) {
    throw new UsageError(
      '--base-url holds a name or password, which would be stored.',
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
function hostOf(url: URL): string {
  const path = url.pathname.replace(/\/$/, '')
  return path === '/v1' || path === '/api/v1' ? url.host : url.host + path
}
