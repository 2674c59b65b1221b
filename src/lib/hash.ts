import { hash as hashOnce } from 'node:crypto'

/** SHA-256 of the parts, in hex. Each part is preceded by its length, so that moving a border changes the hash. */
export function hash(...parts: string[]): string {
  return hashOnce('sha256', parts.map(part => `${Buffer.byteLength(part)}:${part}`).join(''))
}
