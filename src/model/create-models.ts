import { setTimeout as sleep } from 'node:timers/promises'
import type { LearnedPace, Model, ModelIdentity } from '../domain.ts'
import { UsageError } from '../errors.ts'
import { nearest } from '../lib/text/nearest.ts'
import { printable } from '../lib/text/printable.ts'
import { BASELINE_NAMES, createBaseline } from './baselines.ts'
import type { RequestOptions } from './build-request.ts'
import { createChatModel, type Effects } from './chat-model.ts'
import { fetchModelList, type ListedModel } from './model-list.ts'
import { resolveName } from './resolve-name.ts'
import { chooseServer, OPENROUTER_KEY, refuseWithoutKey, type ServerOptions } from './server.ts'

const COMMAND_PREFIX = 'command:'

export interface ModelOptions {
  /** For one answer. */
  timeoutMs: number
  /** Programs run at once. */
  commandConcurrency: number
  /** The folder in which programs run. */
  cwd: string
  /** Calls at once to one model on a server, at most. */
  concurrency: number
  /** The pace that an earlier run has found out for a server. */
  remembered: (model: Pick<ModelIdentity, 'name' | 'host'>) => LearnedPace | undefined
  server: ServerOptions
  request: RequestOptions
  /** False when nothing will be asked: then no key is needed. */
  needsKey: boolean
  /** The environment of programs that are run. */
  env: Record<string, string | undefined>
}

/** The models behind what was typed after `--model`. Reads OpenRouter's list once, if one of them is there. */
export async function createModels(names: string[], options: ModelOptions): Promise<Model[]> {
  const local = await Promise.all(names.map(name => createLocalModel(name, options)))
  if (local.every(model => model !== undefined)) return local
  const server = chooseServer(options.server, options.needsKey)
  if (options.needsKey) refuseWithoutKey(server)
  if (options.request.provider !== undefined && !server.isOpenRouter) {
    throw new UsageError('--provider chooses among the providers behind OpenRouter.', 'leave it out with --base-url.')
  }
  const list = server.isOpenRouter ? await fetchModelList(server) : undefined
  const models = names.map((name, index) => local[index] ?? createServerModel(name, list))
  return models.filter((model, index) => models.findIndex(other => isSame(other, model)) === index)

  function createServerModel(typedName: string, list: ListedModel[] | undefined): Model {
    const { id, listed } = list ? resolveName(typedName, list) : { id: typedName, listed: undefined }
    const { request, timeoutMs, concurrency } = options
    const remembered = options.remembered({ name: id, host: server.host })
    const facts = { server, id, typedName, listed, request, timeoutMs, concurrency, remembered }
    return createChatModel({ ...facts, effects: EFFECTS })
  }
}

async function createLocalModel(
  name: string,
  { timeoutMs, commandConcurrency, cwd, env, server }: ModelOptions,
): Promise<Model | undefined> {
  if (name.startsWith(COMMAND_PREFIX)) {
    const { createCommandModel } = await import('./command-model.ts')
    const options = { timeoutMs, concurrency: commandConcurrency, cwd, env: withoutKeys(env, server.apiKeyEnv) }
    return createCommandModel(name, options)
  }
  if (!name.startsWith('baseline/')) return undefined
  const baseline = createBaseline(name)
  if (baseline) return baseline
  const meant = nearest(name, BASELINE_NAMES)
  throw new UsageError(
    `there is no "${printable(name)}"${meant ? `; did you mean ${meant}?` : '.'}`,
    `one of ${BASELINE_NAMES.join(', ')}.`,
  )
}

/** Our keys are for the servers that we ask. */
function withoutKeys(
  env: Record<string, string | undefined>,
  apiKeyEnv: string | undefined,
): Record<string, string | undefined> {
  const names = new Set([OPENROUTER_KEY, apiKeyEnv])
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.has(name)))
}

function isSame(a: Model, b: Model): boolean {
  return JSON.stringify(a.identity) === JSON.stringify(b.identity)
}

const EFFECTS: Effects = {
  random: Math.random,
  now: () => new Date(),
  clock: {
    now: () => performance.now(),
    timer: (ms, callback) => {
      const timer = setTimeout(callback, ms)
      return () => clearTimeout(timer)
    },
  },
  // Waking up early is not an error: the caller looks at the signal.
  sleep: async (ms, signal) => {
    await sleep(ms, undefined, { signal }).catch(() => undefined)
  },
}
