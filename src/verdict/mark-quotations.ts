/** An object in a reply, as far as this file needs it. */
export interface FoundObject {
  /** The prose between the object before and this one. */
  before: string
  /** Whether the object is in a fenced block of a programming language. */
  isInCode: boolean
}

/**
 * Says of each object whether it is quoted. An object is quoted when its line has words before and after it: then the
 * object is part of a sentence. In code, words on one side are enough, because `return {…}` is no answer.
 * There is one pass in each direction, because thousands of objects may be on one line.
 */
export function markQuotations(found: FoundObject[], tail: string): boolean[] {
  const gaps = [...found.map(({ before }) => before), tail]
  const wordsBefore = findWords(gaps, gap => gap.slice(gap.lastIndexOf('\n') + 1))
  const wordsAfter = findWords(gaps.reverse(), gap => gap.split('\n', 1).join('')).reverse()
  return found.map(({ isInCode }, index) => {
    const before = wordsBefore[index] ?? false
    const after = wordsAfter[index + 1] ?? false
    return isInCode ? before || after : before && after
  })
}

/** Whether a line has words. Tags are not words: `<answer>{…}</answer>`. */
export function hasWords(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line.replace(/<[^<>]{0,200}>/g, ''))
}

function findWords(gaps: string[], nearest: (gap: string) => string): boolean[] {
  let isInSentence = false
  return gaps.map(gap => {
    isInSentence = hasWords(nearest(gap)) || (isInSentence && !gap.includes('\n'))
    return isInSentence
  })
}
