import { readFileSync, statSync } from 'node:fs'

// The longest case of a real corpus is a few kilobytes; a megabyte is a mistake or an attack.
const LARGEST = 1024 * 1024
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The file's text without a BOM and with LF line ends, or in one sentence why there is none. */
export function readTextFile(file: string): { text: string } | { problem: string } {
  let bytes: Buffer
  try {
    const stat = statSync(file)
    if (!stat.isFile()) return { problem: 'this is not a file; a text file was wanted.' }
    if (stat.size > LARGEST) return { problem: `${stat.size} bytes; at most ${LARGEST} are read.` }
    bytes = readFileSync(file)
  } catch (error) {
    return {
      problem: `cannot be read (${(error as NodeJS.ErrnoException).code}); check that it exists and its permissions.`,
    }
  }
  try {
    const text = UTF8.decode(bytes)
    return { text: text.replace(/\r\n?/g, '\n') }
  } catch {
    return { problem: 'not valid UTF-8; save the file as UTF-8.' }
  }
}
