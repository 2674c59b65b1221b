import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Lets `write` make a draft beside the file and renames the draft, so that a reader finds the older file or the whole new
 * one. `nameFile` chooses the file's name when the draft is complete. A failure leaves the older file and no draft.
 */
export function writeThroughDraft(path: string, write: (draft: string) => void, nameFile = () => path): string {
  // Another process, or another thread of this one, may write the same file at the same time.
  const draft = `${path}.${randomUUID().slice(0, 8)}.draft`
  mkdirSync(dirname(path), { recursive: true })
  try {
    write(draft)
    const name = nameFile()
    renameSync(draft, name)
    return name
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
