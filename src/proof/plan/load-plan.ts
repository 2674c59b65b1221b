import { globSync } from 'node:fs'
import type { Problem } from '../../domain.ts'
import type { ProofPlan } from './plan.ts'
import { readProofText } from './read-proof-text.ts'

export interface LoadedPlan {
  /** The absolute path of proof.yaml, which need not be there. */
  file: string
  isMissing: boolean
  /** Absent: the file is missing, or cannot be read. */
  text?: string
  /** Absent: the file is missing, cannot be read or has mistakes. */
  plan?: ProofPlan
  /** Why there is no plan, but for a file that is missing: not every application is proved. */
  problems: Problem[]
}

/** Plans of texts that were read before. */
export interface PlanCache {
  getPlan(text: string): ProofPlan | undefined
  setPlan(text: string, plan: ProofPlan): void
}

/**
 * Reads the proof.yaml of an application. The readers of YAML and of its schema are loaded only for a text that the cache
 * does not have: they take a third of a run that has nothing to prove.
 */
export async function loadPlan(directory: string, cache?: PlanCache): Promise<LoadedPlan> {
  const { file, text, code } = readProofText(directory)
  if (text === undefined) {
    const isMissing = code === 'ENOENT'
    const problem: Problem = { severity: 'error', file, message: `cannot be read (${code}).` }
    return { file, isMissing, problems: isMissing ? [] : [problem] }
  }
  const shapes = globSync('seed-*.sql', { cwd: directory }).sort()
  const seeds = ['seed.sql', ...shapes]
  const key = [text, ...seeds].join('\n')
  const known = cache?.getPlan(key)
  if (known) return { file, isMissing: false, text, problems: [], plan: known }
  const { parseProof } = await import('./parse-proof.ts')
  const { plan, mistakes } = parseProof(text, seeds)
  if (plan) cache?.setPlan(key, plan)
  const problems = mistakes.map((mistake): Problem => ({ severity: 'error', file, ...mistake }))
  return { file, isMissing: false, text, problems, ...(plan ? { plan } : {}) }
}

/** The categories that the rules of a plan name. */
export function categoriesOf({ rules }: ProofPlan): Record<string, string> {
  return Object.fromEntries(rules.filter(({ category }) => category !== '').map(({ id, category }) => [id, category]))
}
