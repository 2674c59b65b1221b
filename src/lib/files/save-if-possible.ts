import { writeFileSync } from 'node:fs'
import { writeThroughDraft } from './write-through-draft.ts'

/**
 * Writes a file that only saves time later: what a run has learned, an empty database. A folder that cannot be written is
 * no reason to fail, because the next run can find everything out again. For the same reason nobody waits for the disk.
 */
export function saveIfPossible(path: string, content: string | Uint8Array): void {
  try {
    writeThroughDraft(path, draft => writeFileSync(draft, content))
  } catch {
    // The next run is slower, no more.
  }
}
