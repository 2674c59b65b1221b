import type { Model } from '../../domain.ts'
import { BASELINE_NAMES, createBaseline } from '../../model/baselines.ts'
import { createModels, type ModelOptions } from '../../model/create-models.ts'

/** The models of these names, each once; the baselines when there is no name. */
export async function chooseModels(names: string[], options: ModelOptions): Promise<Model[]> {
  return names.length === 0 ? createBaselines() : createModels([...new Set(names)], options)
}

export function createBaselines(): Model[] {
  return BASELINE_NAMES.flatMap(name => createBaseline(name) ?? [])
}
