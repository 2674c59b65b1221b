import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ProofText {
  /** The absolute path of proof.yaml. */
  file: string
  /** Absent: the file is not there, or cannot be read. */
  text?: string
  /** Why it cannot be read: `ENOENT` where it is not there. */
  code?: string
}

/** The text of the proof.yaml in this folder. */
export function readProofText(directory: string): ProofText {
  const file = join(directory, 'proof.yaml')
  try {
    return { file, text: readFileSync(file, 'utf8').replace(/\r\n?/g, '\n') }
  } catch (error) {
    return { file, code: (error as NodeJS.ErrnoException).code ?? 'unknown' }
  }
}
