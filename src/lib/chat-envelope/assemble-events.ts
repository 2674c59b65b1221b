// Some servers stream although nobody asked: puts the pieces together to the reply that they would have sent whole.
import { at, type Fields, isFields, isFilled, listOf } from './fields.ts'

interface Draft {
  content: unknown[]
  reasoning: string[]
  refusal: string[]
  /** Arguments by the place of the call. */
  calls: Map<unknown, string[]>
  rest: Fields
}

// Nobody asks for more than one.
const MOST_CHOICES = 16

/** `isFinished` is false when the stream broke off before a finish reason or an error. */
export function assembleEvents(chunks: Fields[]): { fields: Fields; isFinished: boolean } {
  const drafts = new Map<unknown, Draft>()
  const fields: Fields = {}
  for (const chunk of chunks) {
    for (const key of ['id', 'model', 'provider', 'usage', 'error']) {
      if (isFilled(at(chunk, key))) fields[key] = chunk[key]
    }
    if (at(chunk, 'object') === 'error') fields.error ??= chunk
    for (const choice of listOf(at(chunk, 'choices')).slice(0, MOST_CHOICES)) addChoice(drafts, choice)
  }
  const choices = [...drafts.values()].map(wholeChoice)
  const isFinished = choices.some(choice => isFilled(choice.finish_reason)) || fields.error !== undefined
  return { fields: { ...fields, choices }, isFinished }
}

function addChoice(drafts: Map<unknown, Draft>, choice: unknown): void {
  const index = at(choice, 'index') ?? 0
  const draft: Draft = drafts.get(index) ?? { content: [], reasoning: [], refusal: [], calls: new Map(), rest: {} }
  if (drafts.size < MOST_CHOICES) drafts.set(index, draft)
  const delta = at(choice, 'delta') ?? at(choice, 'message')
  const content = at(delta, 'content')
  if (Array.isArray(content)) draft.content.push(...content.slice(0, 1000))
  else draft.content.push(content)
  addText(draft.reasoning, at(delta, 'reasoning') ?? at(delta, 'reasoning_content'))
  addText(draft.refusal, at(delta, 'refusal'))
  for (const call of listOf(at(delta, 'tool_calls'))) {
    const place = at(call, 'index') ?? 0
    const pieces = draft.calls.get(place) ?? []
    addText(pieces, at(call, 'function', 'arguments'))
    draft.calls.set(place, pieces)
  }
  for (const key of ['finish_reason', 'native_finish_reason', 'error']) {
    const value = at(choice, key)
    if (isFilled(value)) draft.rest[key] = value
  }
}

function addText(pieces: string[], value: unknown): void {
  if (typeof value === 'string') pieces.push(value)
}

function wholeChoice({ content, reasoning, refusal, calls, rest }: Draft): Fields {
  const message = {
    content: content.filter(piece => typeof piece === 'string' || isFields(piece)),
    reasoning: reasoning.join(''),
    refusal: refusal.join(''),
    tool_calls: [...calls.values()].map(pieces => ({ function: { arguments: pieces.join('') } })),
  }
  return { ...rest, message }
}
