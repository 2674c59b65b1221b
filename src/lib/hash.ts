import { createHash } from 'node:crypto'

/** SHA-256 of the parts, in hex. Each part is preceded by its length, so that moving a border changes the hash. */
export function hash(...parts: string[]): string {
  const sha = createHash('sha256')
  for (const part of parts) sha.update(`${Buffer.byteLength(part)}:`).update(part)
  return sha.digest('hex')
}
