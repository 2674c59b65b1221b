import { availableParallelism } from 'node:os'
import { UsageError } from '../errors.ts'
import { printable } from '../lib/text/printable.ts'
import { environmentWithFile } from '../run/models/environment.ts'
import type { Context } from './context.ts'
import type { Flag, Flags } from './flags.ts'

const DEFAULT_TIMEOUT_S = 300
// A day; timers cannot count beyond 24 of them.
const LONGEST_TIMEOUT_S = 86_400
const DEFAULT_CONCURRENCY = 256
const MOST_CALLS = 1000
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

export const SERVER_FLAGS: Flag[] = [
  { name: 'base-url', value: 'URL', help: 'ask another OpenAI-compatible server, such as http://localhost:11434/v1' },
  { name: 'api-key-env', value: 'NAME', help: 'the environment variable that holds the key for that server' },
]

export const REQUEST_FLAGS: Flag[] = [
  { name: 'temperature', value: 'T', help: 'from 0 to 2; sent to models that accept a temperature' },
  { name: 'max-tokens', value: 'N', help: 'the most tokens of a reply, with its reasoning' },
  { name: 'reasoning-effort', value: 'E', help: `${EFFORTS.join(', ')}; sent to models that accept it` },
  { name: 'provider', value: 'NAME', help: 'use only this provider behind OpenRouter' },
  {
    name: 'no-structured',
    help: 'do not ask the server to enforce JSON (some servers return an empty reply when asked)',
  },
  {
    name: 'timeout',
    value: 'SECONDS',
    help: `the longest time for one call, with all its attempts (${DEFAULT_TIMEOUT_S})`,
  },
  {
    name: 'no-warm',
    help: 'do not wait for one answer per application before the other questions (costs more: see the README)',
  },
  {
    name: 'concurrency',
    value: 'N',
    help: `the most calls at the same time to one model (${DEFAULT_CONCURRENCY}; for a program: the number of processors)`,
  },
]

export function serverOptions(flags: Flags, { env, root }: Context) {
  return { baseUrl: flags.text('base-url'), apiKeyEnv: flags.text('api-key-env'), env: environmentWithFile(env, root) }
}

export function modelOptions(flags: Flags, context: Context) {
  const concurrency = flags.count('concurrency', MOST_CALLS)
  const reasoningEffort = flags.text('reasoning-effort')
  if (reasoningEffort !== undefined && !EFFORTS.includes(reasoningEffort)) {
    throw new UsageError(`--reasoning-effort ${printable(reasoningEffort)}: unknown.`, `one of ${EFFORTS.join(', ')}.`)
  }
  return {
    timeoutMs: (flags.amount('timeout', LONGEST_TIMEOUT_S) ?? DEFAULT_TIMEOUT_S) * 1000,
    commandConcurrency: concurrency ?? availableParallelism(),
    cwd: context.cwd,
    env: context.env,
    concurrency: concurrency ?? DEFAULT_CONCURRENCY,
    server: serverOptions(flags, context),
    request: {
      temperature: flags.between('temperature', 0, 2),
      maxTokens: flags.count('max-tokens'),
      reasoningEffort,
      provider: flags.text('provider'),
      isStructured: !flags.isOn('no-structured'),
    },
  }
}
