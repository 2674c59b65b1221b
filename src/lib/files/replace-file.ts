import { writeFileSync } from 'node:fs'
import { cannotWrite } from './cannot-write.ts'
import { writeThroughDraft } from './write-through-draft.ts'

/**
 * Writes a file, in place of an older one if there is one. A write that fails leaves the older one as it was.
 * @throws {UserError} that says what to check.
 */
export function replaceFile(path: string, content: string): void {
  try {
    writeThroughDraft(path, draft => writeFileSync(draft, content, { flush: true }))
  } catch (cause) {
    throw cannotWrite(path, cause)
  }
}
