import type { Model } from '../domain.ts'
import { BASELINE_NAMES } from '../model/baselines.ts'
import { createModel, type ModelOptions } from '../model/create-model.ts'

/** The models of these names, each once; the baselines when there is no name. */
export function createModels(names: string[], options: ModelOptions): Model[] {
  const wanted = names.length === 0 ? BASELINE_NAMES : [...new Set(names)]
  return wanted.map(name => createModel(name, options))
}
