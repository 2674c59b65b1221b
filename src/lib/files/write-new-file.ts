import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { UserError } from '../../errors.ts'

/**
 * Writes a file that was not there before, piece by piece, and returns its path: `report.html`, or `report_2.html` when
 * that exists. A write that fails leaves nothing behind.
 */
export function writeNewFile(path: string, pieces: string[]): string {
  const draft = `${path}.${process.pid}.draft`
  const made: string[] = []
  try {
    mkdirSync(dirname(path), { recursive: true })
    const file = openSync(draft, 'wx')
    made.push(draft)
    writeAndClose(file, pieces)
    const name = reserve(path)
    made.push(name)
    renameSync(draft, name)
    return name
  } catch (cause) {
    for (const file of made) rmSync(file, { force: true })
    const code = (cause as NodeJS.ErrnoException).code
    throw new UserError(`${path} cannot be written (${code}).`, {
      tryThis: 'check the free space and the permissions of its folder.',
      cause,
    })
  }
}

function writeAndClose(file: number, pieces: string[]): void {
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
