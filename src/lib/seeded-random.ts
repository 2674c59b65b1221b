// Chance that can be repeated: the same seed gives the same numbers on every machine.
//
// The generator is sfc32 ("Small Fast Counter", 128 bits of state), by Chris Doty-Humphrey, from PractRand
// (https://pracrand.sourceforge.net/), where it passes all tests; written with 32-bit integers as in bryc's collection
// (https://github.com/bryc/code/blob/master/jshash/PRNGs.md). Not for secrets.

import { createHash } from 'node:crypto'

/** Makes a function that returns the next number in [0, 1), a multiple of 2⁻³², each time it is called. */
export function seededRandom(seed: string): () => number {
  const digest = createHash('sha256').update(seed).digest()
  let a = digest.readInt32LE(0)
  let b = digest.readInt32LE(4)
  let c = digest.readInt32LE(8)
  let counter = 1

  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
  }

  // PractRand mixes the seed by throwing away as many.
  for (let round = 0; round < 15; round++) next()
  return next
}
