import type { Model } from '../domain.ts'
import { UsageError } from '../errors.ts'
import { nearest } from '../lib/nearest.ts'
import { printable } from '../lib/printable.ts'
import { BASELINE_NAMES, createBaseline } from './baselines.ts'
import { COMMAND_PREFIX, createCommandModel } from './command-model.ts'

export interface ModelOptions {
  timeoutMs: number
  /** Programs run at once. */
  commandConcurrency: number
}

/** The model behind what was typed after `--model`. */
export function createModel(name: string, options: ModelOptions): Model {
  if (name.startsWith(COMMAND_PREFIX)) {
    return createCommandModel(name, { timeoutMs: options.timeoutMs, concurrency: options.commandConcurrency })
  }
  const baseline = createBaseline(name)
  if (baseline) return baseline
  const meant = nearest(name, BASELINE_NAMES)
  throw new UsageError(
    `unknown model "${printable(name)}"${meant ? `; did you mean ${meant}?` : '.'}`,
    `a built-in baseline (${BASELINE_NAMES.join(', ')}) or a program of yours: --model "command:PROGRAM ARGS"`,
  )
}
