import { copyFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeThroughDraft } from './write-through-draft.ts'

/** Makes `name`, beside the file, another name for it, whatever it was before: a link, or a copy where there are none. */
export function pointTo(file: string, name: string): string {
  return writeThroughDraft(join(dirname(file), name), draft => {
    try {
      symlinkSync(basename(file), draft)
    } catch {
      // Windows lets only some users make links.
      copyFileSync(file, draft)
    }
  })
}
