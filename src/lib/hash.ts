import { createHash, type Hash, hash as hashOnce } from 'node:crypto'

/** SHA-256 of the parts, in hex. Each part is preceded by its length, so that moving a border changes the hash. */
export function hash(...parts: string[]): string {
  return hashOnce('sha256', parts.map(withLength).join(''))
}

/** Reads a long first part once, for many hashes that begin with it: see `hashAfter`. */
export function hashFirst(part: string): Hash {
  return createHash('sha256').update(withLength(part))
}

/** The same as `hash(firstPart, ...parts)`. */
export function hashAfter(first: Hash, ...parts: string[]): string {
  return first.copy().update(parts.map(withLength).join('')).digest('hex')
}

function withLength(part: string): string {
  return `${Buffer.byteLength(part)}:${part}`
}
