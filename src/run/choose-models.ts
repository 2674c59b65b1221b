import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Model } from '../domain.ts'
import { BASELINE_NAMES, createBaseline } from '../model/baselines.ts'
import { createModels as createNamedModels, type ModelOptions } from '../model/create-model.ts'

/** The models of these names, each once; the baselines when there is no name. */
export async function createModels(names: string[], options: ModelOptions): Promise<Model[]> {
  return names.length === 0 ? createBaselines() : createNamedModels([...new Set(names)], options)
}

export function createBaselines(): Model[] {
  return BASELINE_NAMES.flatMap(name => createBaseline(name) ?? [])
}

/**
 * The environment with what the project's .env adds. It is not put into our own environment: every program that we start
 * would inherit the keys.
 */
export function environmentWithFile(
  env: Record<string, string | undefined>,
  root: string,
): Record<string, string | undefined> {
  let text: string
  try {
    text = readFileSync(join(root, '.env'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return env
    throw error
  }
  const { OPENROUTER_BASE_URL, ...fromFile } = parseEnv(text.replace(/^\ufeff/, ''))
  return { ...fromFile, ...definedOnly(env) }
}

function definedOnly(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value))
}
