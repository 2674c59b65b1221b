import { copyFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Makes `name`, beside the file, another name for it, whatever it was before: a link, or a copy where there are none. */
export function pointTo(file: string, name: string): string {
  const pointer = join(dirname(file), name)
  const draft = `${pointer}.${process.pid}.draft`
  rmSync(draft, { force: true })
  try {
    symlinkSync(basename(file), draft)
  } catch {
    // Windows lets only some users make links.
    copyFileSync(file, draft)
  }
  renameSync(draft, pointer)
  return pointer
}
