import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { extname } from 'node:path'
import { cannotWrite } from './cannot-write.ts'
import { writeThroughDraft } from './write-through-draft.ts'

/**
 * Writes a file that was not there before, piece by piece, and returns its path: `report.html`, or `report_2.html` when
 * that exists. A write that fails leaves nothing behind.
 * @throws {UserError} that says what to check.
 */
export function writeNewFile(path: string, pieces: string[]): string {
  let reserved: string | undefined
  try {
    return writeThroughDraft(
      path,
      draft => writePieces(draft, pieces),
      () => {
        reserved = reserve(path)
        return reserved
      },
    )
  } catch (cause) {
    if (reserved !== undefined) rmSync(reserved, { force: true })
    throw cannotWrite(path, cause)
  }
}

function writePieces(path: string, pieces: string[]): void {
  const file = openSync(path, 'wx')
  try {
    // writeSync may write less than it was given when the disk fills up.
    for (const piece of pieces) {
      const bytes = Buffer.from(piece)
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes an empty file under the first name that is free. */
function reserve(path: string): string {
  for (let nth = 1; ; nth++) {
    const name = nth === 1 ? path : `${path.slice(0, -extname(path).length)}_${nth}${extname(path)}`
    try {
      closeSync(openSync(name, 'wx'))
      return name
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
