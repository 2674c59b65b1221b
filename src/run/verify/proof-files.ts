import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Case } from '../../domain.ts'
import type { Witness } from '../../witness.ts'
import type { ApplicationProofs } from './verify.ts'

/** The version of the files in `proofs/`. A file of another version has witnesses of another shape, and is not read. */
const VERSION = 2

export interface ProofOfCase {
  /** `<application>/<file>`. */
  case: string
  /** Absent: the label is proved. */
  unproved?: string
  witnesses: Witness[]
}

/** The proofs in `proofs/<app>.json`; none where the file does not exist, has another version or is not understood. */
export function readProofFile(directory: string, application: string): ProofOfCase[] {
  const text = readIfThere(join(directory, `${application}.json`))
  try {
    const content = JSON.parse(text ?? '{}')
    return content.version === VERSION && Array.isArray(content.cases) ? content.cases.filter(isProofOfCase) : []
  } catch {
    return []
  }
}

function isProofOfCase(value: unknown): value is ProofOfCase {
  const { case: path, unproved, witnesses } = (value ?? {}) as Partial<ProofOfCase>
  return (
    typeof path === 'string' &&
    (unproved === undefined || typeof unproved === 'string') &&
    Array.isArray(witnesses) &&
    witnesses.every(witness => typeof witness?.rule === 'string' && typeof witness.evidence?.kind === 'string')
  )
}

/** The text of `proofs/<app>.json`, from which people read witnesses without running anything. */
function proofFileText({ application, proofs }: ApplicationProofs, cases: Case[]): string {
  const labels = new Map(cases.map(one => [one.path, one.label]))
  const content = {
    version: VERSION,
    application: application.name,
    cases: proofs.map(({ casePath, unproved, witnesses, sequences }) => ({
      case: casePath,
      label: labels.get(casePath),
      ...(unproved === undefined ? { proved: true } : { proved: false, unproved }),
      // A bad case is searched until its rules are broken, a good one to the end.
      ...(sequences && labels.get(casePath) === 'good' ? { tried: sequences } : {}),
      breaks: witnesses.map(({ rule }) => rule),
      witnesses,
    })),
  }
  // Each witness is one line, so that a reader sees in a diff which witnesses changed.
  const lines: string[] = []
  const text = JSON.stringify(
    content,
    (key, value) => {
      if (key !== 'witnesses') return value
      return value.map((witness: Witness) => `witness ${lines.push(JSON.stringify(witness)) - 1}`)
    },
    2,
  )
  return `${text.replace(/"witness (\d+)"/g, (_, nth) => lines[Number(nth)] ?? '')}\n`
}

/**
 * Writes the files that changed and returns their paths. With `isCheck`, it writes nothing and returns the same paths.
 */
export function writeProofFiles(
  directory: string,
  all: ApplicationProofs[],
  cases: Case[],
  { isCheck }: { isCheck: boolean },
): string[] {
  return all.flatMap(one => {
    const file = join(directory, `${one.application.name}.json`)
    const text = proofFileText(one, cases)
    if (readIfThere(file) === text) return []
    if (!isCheck) {
      mkdirSync(directory, { recursive: true })
      writeFileSync(file, text)
    }
    return [file]
  })
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
