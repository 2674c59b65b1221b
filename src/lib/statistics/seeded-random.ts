// Chance that can be repeated: the same seed gives the same numbers on every machine.
//
// The generator is sfc32 ("Small Fast Counter", 128 bits of state), by Chris Doty-Humphrey, from PractRand
// (https://pracrand.sourceforge.net/), where it passes all tests; written with 32-bit integers as in bryc's collection
// (https://github.com/bryc/code/blob/master/jshash/PRNGs.md). Not for secrets.

import { createHash } from 'node:crypto'

/** Makes a function that returns the next number in [0, 1), a multiple of 2⁻³², each time it is called. */
export function seededRandom(seed: string): () => number {
  const digest = createHash('sha256').update(seed).digest()
  // In an array: numbers of 32 bits that a closure keeps in variables would be allocated anew each time.
  const state = Int32Array.of(digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8), 1)

  const next = () => {
    const [a, b, c, counter] = [state[0], state[1], state[2], state[3]] as [number, number, number, number]
    const sum = (((a + b) | 0) + counter) | 0
    state[0] = b ^ (b >>> 9)
    state[1] = (c + (c << 3)) | 0
    state[2] = (((c << 21) | (c >>> 11)) + sum) | 0
    state[3] = counter + 1
    return (sum >>> 0) / 0x1_0000_0000
  }

  // PractRand mixes the seed by throwing away as many.
  for (let round = 0; round < 15; round++) next()
  return next
}
