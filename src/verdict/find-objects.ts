// Finds the objects that a reply holds outside of its reasoning, in one walk. Whole objects are stepped over, so that a
// fence, a tag or another answer inside a string is data.
import { type FoundText, hasWords, markQuotations } from './mark-quotations.ts'
import { type JsonObject, readJson } from './read-json.ts'
import { endOfReasoning, REASONING_MARK } from './reasoning.ts'

/** Why nothing in a reply can be trusted. */
export interface Damage {
  kind: 'cut in reasoning' | 'cut in object' | 'broken object' | 'too tangled'
  /** The character at which reading stopped. */
  at: number
}

export interface Findings {
  objects: { object: JsonObject; isQuoted: boolean }[]
  /** All that is neither reasoning nor a whole object nor the form of one. */
  prose: string
  damage?: Damage | undefined
}

const FENCE = '^[ \\t>]{0,8}(?:`{3,}|~{3,})[ \\t]*(?<language>[\\w+#.-]*)'
const LANDMARK = `(?<brace>\\{)|${FENCE}|(?<mark>${REASONING_MARK})`
const NOT_CODE = /^(?:json\w*|te?xt|plaintext|markdown|md|)$/i

// Behind each `{` that opens no object, reading starts again; this keeps the sum of all such readings linear.
const READINGS_PER_CHARACTER = 10

interface Walk {
  readonly text: string
  readonly landmarks: RegExp
  readonly isAnswerKey: (key: string) => boolean
  places: (FoundText & { object: JsonObject })[]
  /** Prose since the last object, up to `from`. */
  before: string
  from: number
  /** Of the last fence: of the block that the walk is in, or empty behind its end. */
  language: string
  /** An answer that could not be read, or anything else after which no object counts. */
  spoiled: Damage | undefined
  /** An object without a key of the answer at which the text ends: forgiven when an answer follows, for then it was prose. */
  cut: Damage | undefined
  effort: number
}

/** `isAnswerKey` tells an answer that broke, which spoils the reply, from a brace in prose, which does not. */
export function findObjects(text: string, isAnswerKey: (key: string) => boolean): Findings {
  const landmarks = new RegExp(LANDMARK, 'gim')
  const effort = READINGS_PER_CHARACTER * text.length
  const start = { places: [], before: '', from: 0, language: '', spoiled: undefined, cut: undefined }
  const walk: Walk = { text, landmarks, isAnswerKey, effort, ...start }
  for (let found = landmarks.exec(text); found; found = landmarks.exec(text)) {
    const { mark, brace, language = '' } = found.groups ?? {}
    if (brace !== undefined) passBrace(walk, found.index)
    else if (mark !== undefined) passReasoning(walk, found.index, mark)
    else walk.language = language
  }
  const tail = walk.before + text.slice(walk.from)
  const isQuoted = markQuotations(walk.places, tail)
  return {
    objects: walk.places.map(({ object }, index) => ({ object, isQuoted: isQuoted[index] ?? false })),
    prose: [...walk.places.map(place => place.before), tail].join(' '),
    damage: walk.spoiled ?? walk.cut,
  }
}

function passReasoning(walk: Walk, start: number, mark: string): void {
  const { text, landmarks } = walk
  const end = endOfReasoning(mark)
  if (!end) {
    // An end without a beginning: everything up to here was reasoning.
    Object.assign(walk, { places: [], before: '', language: '', spoiled: undefined, cut: undefined })
  } else {
    end.lastIndex = landmarks.lastIndex
    walk.before += text.slice(walk.from, start)
    if (end.test(text)) landmarks.lastIndex = end.lastIndex
    else stop(walk, { kind: 'cut in reasoning', at: text.length })
  }
  walk.from = landmarks.lastIndex
}

function passBrace(walk: Walk, start: number): void {
  const { text, landmarks } = walk
  const { value, end, keys } = readJson(text, start)
  const isAnswer = keys.some(walk.isAnswerKey)
  if (value?.kind === 'object') {
    const before = walk.before + text.slice(walk.from, start)
    walk.places.push({ object: value, before, isInCode: !NOT_CODE.test(walk.language) })
    walk.before = ''
    walk.from = end
    landmarks.lastIndex = end
    if (isAnswer) walk.cut = undefined
    return
  }
  walk.effort -= end - start
  if (walk.effort < 0) {
    stop(walk, { kind: 'too tangled', at: start })
  } else if (end === text.length) {
    walk[isAnswer ? 'spoiled' : 'cut'] ??= { kind: 'cut in object', at: end }
  } else if (isAnswer && !walk.spoiled) {
    const lineEnd = endOfSentenceAround(text, walk.from, start, end)
    if (lineEnd === undefined) {
      walk.spoiled = { kind: 'broken object', at: end }
    } else {
      walk.before += text.slice(walk.from, start)
      walk.from = lineEnd
      landmarks.lastIndex = lineEnd
    }
  }
}

function stop(walk: Walk, damage: Damage): void {
  walk.spoiled = damage
  walk.landmarks.lastIndex = walk.text.length
}

/**
 * `I answer with {"assessment": "good" | "bad"}` shows the form and is no broken answer: words before it, a brace that
 * closes it on the same line. Gives the end of that line, in which no answer is then looked for.
 */
function endOfSentenceAround(text: string, from: number, start: number, stop: number): number | undefined {
  const lineStart = Math.max(from, text.lastIndexOf('\n', start) + 1)
  const newline = text.indexOf('\n', start)
  const lineEnd = newline === -1 ? text.length : newline
  return hasWords(text.slice(lineStart, start)) && text.slice(stop, lineEnd).includes('}') ? lineEnd : undefined
}
