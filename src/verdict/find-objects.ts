// Finds the JSON objects of a reply outside of its reasoning, in one pass. The pass skips whole objects: a fence, a tag or
// another answer inside a string of an object is data.
import { type FoundObject, hasWords, markQuotations } from './mark-quotations.ts'
import { type JsonObject, readJson } from './read-json.ts'
import { endOfReasoning, REASONING_MARK } from './reasoning.ts'

/** Why no object of a reply counts. */
export interface Damage {
  kind: 'cut in reasoning' | 'cut in object' | 'broken object' | 'too many braces'
  /** The character at which reading stopped. */
  at: number
}

export interface Findings {
  objects: { object: JsonObject; isQuoted: boolean }[]
  /** All text that is neither reasoning nor a whole object, nor an example of the format: see `endOfSentenceAround`. */
  prose: string
  damage?: Damage | undefined
}

const FENCE = '^[ \\t>]{0,8}(?:`{3,}|~{3,})[ \\t]*(?<language>[\\w+#.-]*)'
const MARKER = `(?<brace>\\{)|${FENCE}|(?<mark>${REASONING_MARK})`
const NOT_CODE = /^(?:json\w*|te?xt|plaintext|markdown|md|)$/i

// After each `{` that opens no object, reading starts again right behind it. This limit keeps the total time linear.
const MOST_READS_PER_CHARACTER = 10

interface Search {
  readonly text: string
  readonly markers: RegExp
  readonly isAnswerKey: (key: string) => boolean
  objects: (FoundObject & { object: JsonObject })[]
  /** Prose since the last object, up to `from`. */
  before: string
  from: number
  /** The language of the fenced block that the search is in; empty outside of blocks. */
  language: string
  /** Set by an answer that could not be read, and by anything else after which no object counts. */
  fatalDamage: Damage | undefined
  /** Set by an object that is cut at the end of the text and has no key of an answer. A later answer resets it: the object was prose. */
  cutDamage: Damage | undefined
  /** How many more characters may be read in vain. */
  readsLeft: number
}

/** `isAnswerKey` recognises the keys of an answer. A broken answer makes the whole reply unreadable; a brace in prose does not. */
export function findObjects(text: string, isAnswerKey: (key: string) => boolean): Findings {
  const markers = new RegExp(MARKER, 'gim')
  const readsLeft = MOST_READS_PER_CHARACTER * text.length
  const start = { objects: [], before: '', from: 0, language: '', fatalDamage: undefined, cutDamage: undefined }
  const search: Search = { text, markers, isAnswerKey, readsLeft, ...start }
  for (let found = markers.exec(text); found; found = markers.exec(text)) {
    const { mark, brace, language = '' } = found.groups ?? {}
    if (brace !== undefined) handleBrace(search, found.index)
    else if (mark !== undefined) handleReasoning(search, found.index, mark)
    else search.language = language
  }
  const tail = search.before + text.slice(search.from)
  const isQuoted = markQuotations(search.objects, tail)
  return {
    objects: search.objects.map(({ object }, index) => ({ object, isQuoted: isQuoted[index] ?? false })),
    prose: [...search.objects.map(one => one.before), tail].join(' '),
    damage: search.fatalDamage ?? search.cutDamage,
  }
}

function handleReasoning(search: Search, start: number, mark: string): void {
  const { text, markers } = search
  const end = endOfReasoning(mark)
  if (!end) {
    // The end of reasoning without its start: everything up to here was reasoning.
    Object.assign(search, { objects: [], before: '', language: '', fatalDamage: undefined, cutDamage: undefined })
  } else {
    end.lastIndex = markers.lastIndex
    search.before += text.slice(search.from, start)
    if (end.test(text)) markers.lastIndex = end.lastIndex
    else stop(search, { kind: 'cut in reasoning', at: text.length })
  }
  search.from = markers.lastIndex
}

function handleBrace(search: Search, start: number): void {
  const { text, markers } = search
  const { value, end, keys } = readJson(text, start)
  const isAnswer = keys.some(search.isAnswerKey)
  if (value?.kind === 'object') {
    const before = search.before + text.slice(search.from, start)
    search.objects.push({ object: value, before, isInCode: !NOT_CODE.test(search.language) })
    search.before = ''
    search.from = end
    markers.lastIndex = end
    if (isAnswer) search.cutDamage = undefined
    return
  }
  search.readsLeft -= end - start
  if (search.readsLeft < 0) {
    stop(search, { kind: 'too many braces', at: start })
  } else if (end === text.length) {
    search[isAnswer ? 'fatalDamage' : 'cutDamage'] ??= { kind: 'cut in object', at: end }
  } else if (isAnswer && !search.fatalDamage) {
    const lineEnd = endOfSentenceAround(text, search.from, start, end)
    if (lineEnd === undefined) {
      search.fatalDamage = { kind: 'broken object', at: end }
    } else {
      search.before += text.slice(search.from, start)
      search.from = lineEnd
      markers.lastIndex = lineEnd
    }
  }
}

function stop(search: Search, damage: Damage): void {
  search.fatalDamage = damage
  search.markers.lastIndex = search.text.length
}

/**
 * `I answer with {"assessment": "good" | "bad"}` describes the format and is no broken answer: there are words before the
 * object, and a brace closes it on the same line. Returns the end of that line; the search goes on there.
 */
function endOfSentenceAround(text: string, from: number, start: number, stop: number): number | undefined {
  const lineStart = Math.max(from, text.lastIndexOf('\n', start) + 1)
  const newline = text.indexOf('\n', start)
  const lineEnd = newline === -1 ? text.length : newline
  return hasWords(text.slice(lineStart, start)) && text.slice(stop, lineEnd).includes('}') ? lineEnd : undefined
}
