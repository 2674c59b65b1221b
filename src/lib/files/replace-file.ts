import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserError } from '../../errors.ts'

/** Writes a file, in place of an older one if there is one. A write that fails leaves the older one as it was. */
export function replaceFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}.draft`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(draft, content, { flush: true })
    renameSync(draft, path)
  } catch (cause) {
    rmSync(draft, { force: true })
    throw new UserError(`${path} cannot be written (${(cause as NodeJS.ErrnoException).code}).`, {
      tryThis: 'check the free space and the permissions of its folder.',
      cause,
    })
  }
}
