/** Something found in a reply. */
export interface FoundText {
  /** The prose between this text and the one that was found before. */
  before: string
  /** Whether the text is in a fenced block of some programming language. */
  isInCode: boolean
}

/**
 * Says of each text whether it is quoted. A text is quoted when words stand before and after it on its line: then it is
 * part of a sentence. In code, words on one side are enough, because `return {…}` is no answer.
 * One walk each way, because thousands of objects may share a line.
 */
export function markQuotations(found: FoundText[], tail: string): boolean[] {
  const gaps = [...found.map(text => text.before), tail]
  const wordsBefore = walk(gaps, gap => gap.slice(gap.lastIndexOf('\n') + 1))
  const wordsAfter = walk(gaps.reverse(), gap => gap.split('\n', 1).join('')).reverse()
  return found.map(({ isInCode }, index) => {
    const before = wordsBefore[index] ?? false
    const after = wordsAfter[index + 1] ?? false
    return isInCode ? before || after : before && after
  })
}

/** Whether a line holds words. Tags are not words: `<answer>{…}</answer>`. */
export function hasWords(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line.replace(/<[^<>]{0,200}>/g, ''))
}

function walk(gaps: string[], nearest: (gap: string) => string): boolean[] {
  let isInSentence = false
  return gaps.map(gap => {
    isInSentence = hasWords(nearest(gap)) || (isInSentence && !gap.includes('\n'))
    return isInSentence
  })
}
