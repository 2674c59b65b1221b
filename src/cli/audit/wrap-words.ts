const WIDTH = 100

/** The words behind a title, in lines of at most 100 columns that are indented as the title is long. */
export function wrapWords(title: string, words: string[]): string {
  const lines: string[] = []
  let line = title.trimEnd()
  const indent = ' '.repeat(Math.min(title.length, 16))
  for (const word of words) {
    const longer = line === title.trimEnd() ? `${title}${word}` : `${line} ${word}`
    if (longer.length > WIDTH && line.trim() !== '' && line !== title.trimEnd()) {
      lines.push(line)
      line = indent + word
    } else {
      line = longer
    }
  }
  return [...lines, line].join('\n')
}
