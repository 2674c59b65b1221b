import { join } from 'node:path'
import { type CacheLimits, openDiskCache } from '../../lib/files/disk-cache.ts'
import type { CaseFindings } from '../../proof/cases/findings.ts'
import type { ProofPlan } from '../../proof/plan/plan.ts'
import type { SelfTestFailure } from '../../proof/self-test/self-test-failure.ts'

/** Findings of earlier runs, by the hash of all that they depend on. */
export interface ProofCache extends Disposable {
  get(key: string): CaseFindings | undefined
  set(key: string, findings: CaseFindings): void
  getSelfTest(key: string): SelfTestFailure[] | undefined
  setSelfTest(key: string, failures: SelfTestFailure[]): void
  /** What noticed a condition of proof.yaml that was set to a constant. */
  getNoticed(key: string): { by: string | undefined } | undefined
  setNoticed(key: string, noticed: { by: string | undefined }): void
  getPlan(key: string): ProofPlan | undefined
  setPlan(key: string, plan: ProofPlan): void
}

/**
 * Each edit of the engine or of a proof.yaml makes new keys, and the old ones are never asked for again. There is room
 * for the cases and mutants of some versions, about 300 bytes each. All that the last run used is kept, however much
 * that is.
 */
const LIMITS: CacheLimits = { unusedDays: 30, most: 50_000 }

/** Opens the cache. Without a folder, nothing is kept. */
export function openProofCache(folder: string | undefined, now?: number): ProofCache {
  if (folder === undefined) return NOTHING_KEPT
  const cache = openDiskCache(join(folder, 'proofs.db'), LIMITS, now)
  const selfTest = (key: string) => `self-test ${key}`
  return {
    get(key) {
      const found = cache.get(key)
      return areFindings(found) ? found : undefined
    },
    set: (key, findings) => cache.set(key, findings),
    getSelfTest(key) {
      const failures = cache.get(selfTest(key))
      return Array.isArray(failures) ? failures : undefined
    },
    setSelfTest: (key, failures) => cache.set(selfTest(key), failures),
    getNoticed: key => cache.get(`noticed ${key}`) as { by: string | undefined } | undefined,
    setNoticed: (key, noticed) => cache.set(`noticed ${key}`, noticed),
    // A plan that another version wrote has another key: its own form is known.
    getPlan: key => cache.get(`plan ${key}`) as ProofPlan | undefined,
    setPlan: (key, plan) => cache.set(`plan ${key}`, plan),
    [Symbol.dispose]: () => cache[Symbol.dispose](),
  }
}

const NOTHING_KEPT: ProofCache = {
  get: () => undefined,
  set: () => {},
  getSelfTest: () => undefined,
  setSelfTest: () => {},
  getNoticed: () => undefined,
  setNoticed: () => {},
  getPlan: () => undefined,
  setPlan: () => {},
  [Symbol.dispose]: () => {},
}

/** Whether a value from the cache has all parts: another version may have written it. */
function areFindings(value: unknown): value is CaseFindings {
  const { witnesses, missing, surplus, unreached, rowCounts, remarks } = (value ?? {}) as Partial<CaseFindings>
  return [witnesses, missing, surplus, unreached, rowCounts, remarks].every(
    part => typeof part === 'object' && part !== null,
  )
}
