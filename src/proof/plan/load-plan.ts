import { globSync } from 'node:fs'
import type { Problem } from '../../domain.ts'
import { parseProof } from './parse-proof.ts'
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

/** Reads the proof.yaml of an application. */
export function loadPlan(directory: string): LoadedPlan {
  const { file, text, code } = readProofText(directory)
  if (text === undefined) {
    const isMissing = code === 'ENOENT'
    const problem: Problem = { severity: 'error', file, message: `cannot be read (${code}).` }
    return { file, isMissing, problems: isMissing ? [] : [problem] }
  }
  const shapes = globSync('seed-*.sql', { cwd: directory }).sort()
  const { plan, remarks } = parseProof(text, ['seed.sql', ...shapes])
  const problems = remarks.map((remark): Problem => ({ severity: 'error', file, ...remark }))
  return { file, isMissing: false, text, problems, ...(plan ? { plan } : {}) }
}

/** The categories that the rules of a plan name. */
export function categoriesOf({ rules }: ProofPlan): Record<string, string> {
  return Object.fromEntries(rules.filter(({ category }) => category !== '').map(({ id, category }) => [id, category]))
}
