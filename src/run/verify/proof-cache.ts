import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CaseFindings } from '../../proof/cases/findings.ts'

export interface ProofCache {
  get(key: string): CaseFindings | undefined
  set(key: string, finding: CaseFindings): void
  getSelfTest(key: string): string[] | undefined
  setSelfTest(key: string, failures: string[]): void
  save(): void
}

interface Contents {
  findings: Record<string, CaseFindings>
  selfTests: Record<string, string[]>
}

// What was used last stands last; some thousands are as many as a corpus and its last edits need.
const MOST_KEPT = 6000
const SAVE_EVERY_MS = 5000

/**
 * What was found before, by the hash of all that it depends on. A file that cannot be read is an empty one; without any,
 * nothing is kept. It is saved now and then: a run that is ended loses some seconds of its work.
 */
export function openProofCache(file: string | undefined, saveEveryMs = SAVE_EVERY_MS): ProofCache {
  const { findings, selfTests } = readContents(file)
  const used = new Map<string, CaseFindings>()
  let savedAt = performance.now()
  const cache: ProofCache = {
    get(key) {
      const found = isFinding(findings[key]) ? findings[key] : undefined
      if (found) used.set(key, found)
      return found
    },
    set: (key, finding) => {
      used.set(key, finding)
      if (performance.now() - savedAt >= saveEveryMs) cache.save()
    },
    getSelfTest: key => selfTests[key],
    setSelfTest: (key, failures) => {
      selfTests[key] = failures
    },
    save() {
      savedAt = performance.now()
      if (file === undefined) return
      const others = Object.entries(findings).filter(([key]) => !used.has(key))
      const kept = [...others, ...used].slice(-MOST_KEPT)
      const contents: Contents = {
        findings: Object.fromEntries(kept),
        selfTests: Object.fromEntries(Object.entries(selfTests).slice(-200)),
      }
      try {
        mkdirSync(dirname(file), { recursive: true })
        const own = `${file}.${process.pid}`
        writeFileSync(own, JSON.stringify(contents))
        renameSync(own, file)
      } catch {
        // A cache that cannot be kept is no reason to fail: the next run proves anew.
      }
    },
  }
  return cache
}

/** What another version wrote may lack something. */
function isFinding(value: unknown): value is CaseFindings {
  const { witnesses, missing, surplus, rowCounts, remarks } = (value ?? {}) as Partial<CaseFindings>
  return [witnesses, missing, surplus, rowCounts, remarks].every(part => typeof part === 'object' && part !== null)
}

function readContents(file: string | undefined): Contents {
  try {
    const { findings, selfTests } = JSON.parse(file === undefined ? '{}' : readFileSync(file, 'utf8'))
    if (typeof findings === 'object' && typeof selfTests === 'object') return { findings, selfTests }
  } catch {
    // Not there, or cut short: everything is proved anew.
  }
  return { findings: {}, selfTests: {} }
}
