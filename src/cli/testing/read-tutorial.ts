// Reads a tutorial in Markdown as a list of steps. The line before a fenced block says what the block is for, in words
// that a reader of the tutorial understands too.

export type Step = FileStep | CommandStep

export interface FileStep {
  /** The line of the tutorial, for messages. */
  line: number
  file: string
  /** What the file holds after this step. */
  change: (before: string) => string
}

interface CommandStep {
  line: number
  command: string
  /** What the command prints; undefined where the tutorial shows nothing. */
  output: string | undefined
}

interface Block {
  line: number
  /** The last line of prose before the block. */
  lead: string
  language: string
  text: string
}

/** Throws at a block that is neither a file, nor a command, nor the output of a command: it would not be tested. */
export function readTutorial(markdown: string): Step[] {
  const steps: Step[] = []
  for (const block of blocksOf(markdown)) {
    const previous = steps.at(-1)
    if (block.language === 'bash') {
      steps.push({ line: block.line, command: block.text.trim(), output: undefined })
    } else if (block.language === 'text' && previous && 'command' in previous && previous.output === undefined) {
      previous.output = block.text
    } else {
      steps.push(fileStep(block))
    }
  }
  return steps
}

function blocksOf(markdown: string): Block[] {
  const lines = markdown.split('\n')
  const blocks: Block[] = []
  let lead = ''
  for (let at = 0; at < lines.length; at++) {
    const [, fence, language = ''] = /^(`{3,})(\w*)$/.exec(lines[at] ?? '') ?? []
    if (fence === undefined) {
      lead = lines[at]?.trim() || lead
      continue
    }
    const end = lines.indexOf(fence, at + 1)
    if (end < 0) throw new Error(`line ${at + 1}: the block has no end`)
    const text = lines.slice(at + 1, end).map(line => `${line}\n`)
    blocks.push({ line: at + 1, lead, language, text: text.join('') })
    at = end
  }
  return blocks
}

function fileStep({ line, lead, text }: Block): FileStep {
  const [, whole] = /^Write `(\S+)`:$/.exec(lead) ?? []
  if (whole !== undefined) return { line, file: whole, change: () => text }
  const [, longer] = /^Add to the end of `(\S+)`:$/.exec(lead) ?? []
  if (longer !== undefined) return { line, file: longer, change: before => before + text }
  const [, file, how, where = ''] = /^In `(\S+)`, (add above|add below|replace) `(.+)`(?: with)?:$/.exec(lead) ?? []
  if (file === undefined) throw new Error(`line ${line}: nothing says what this block is for: ${lead}`)
  function change(before: string): string {
    const lines = before.split('\n')
    const found = lines.filter(one => one.trim() === where)
    if (found.length !== 1)
      throw new Error(`line ${line}: ${file} has ${found.length} lines "${where}"; one was wanted`)
    const [old = ''] = found
    const inserted = how === 'replace' ? text : how === 'add above' ? `${text}${old}\n` : `${old}\n${text}`
    return before.replace(`${old}\n`, () => inserted)
  }
  return { line, file, change }
}

/** A line `…` of the tutorial stands for any number of lines. */
export function isOutput(shown: string, real: string): boolean {
  const parts = shown.split(/^…\n/m).map(part => RegExp.escape(part))
  return new RegExp(`^${parts.join('(?:.*\\n)*?')}$`).test(real)
}
