import { distance } from 'fastest-levenshtein'

/** The candidate that was probably meant, or undefined when none is near: at most a third of the letters may differ. */
export function nearest(word: string, candidates: string[]): string | undefined {
  const ranked = candidates
    .map(candidate => ({ candidate, edits: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
  const best = ranked[0]
  return best && best.edits <= Math.ceil(best.candidate.length / 3) ? best.candidate : undefined
}
