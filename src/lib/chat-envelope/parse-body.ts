// From the text of an HTTP reply to the JSON in it, past all that stands in its way: keep-alive blanks and comments,
// streams that nobody asked for, web pages of proxies, and the replies of other interfaces.
import { assembleEvents } from './assemble-events.ts'
import { at, type Fields, isFields, parseJson, titleOf } from './fields.ts'

export type Body =
  | { kind: 'json'; fields: Fields }
  | { kind: 'blank' }
  /** HTML, from a proxy or because the address is a website's. */
  | { kind: 'page'; title: string }
  /** Words without any form. */
  | { kind: 'text'; text: string }
  /** JSON or a stream that ends too early: the connection broke. */
  | { kind: 'cut' }
  /** A whole reply, but not that of a chat completion. */
  | { kind: 'foreign'; what: string }

const LONGEST_BODY = 2 ** 24

export function parseBody(body: string): Body {
  if (body.length > LONGEST_BODY) return { kind: 'foreign', what: 'a body of more than 16 million characters' }
  const text = withoutComments(body.replace(/^\ufeff/, '').trim())
  if (text === '') return { kind: 'blank' }
  const value = parseJson(text)
  if (value !== undefined) return sortValue(value)
  if (/^(?:data|event|id|retry):/.test(text)) return parseStream(text)
  if (text.startsWith('<')) return { kind: 'page', title: titleOf(text) }
  if (text.startsWith('{')) return parseLines(text)
  return text.startsWith('[') ? { kind: 'cut' } : { kind: 'text', text }
}

/** OpenRouter's `: OPENROUTER PROCESSING`. No string of JSON holds a raw newline, so no line of content is lost. */
function withoutComments(text: string): string {
  if (!/^:|\n:/.test(text)) return text
  const lines = text.split('\n').filter(line => !line.startsWith(':'))
  return lines.join('\n').trim()
}

function sortValue(value: unknown): Body {
  // Gemini's compatible interface puts its errors into a list of one.
  const inner = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (!isFields(inner)) return { kind: 'foreign', what: 'JSON that is not an object' }
  const what = nameForeign(inner)
  return what ? { kind: 'foreign', what } : { kind: 'json', fields: inner }
}

function nameForeign(fields: Fields): string | undefined {
  if (at(fields, 'choices') !== undefined || at(fields, 'error') !== undefined) return undefined
  if (typeof at(fields, 'done') === 'boolean')
    return "a reply of Ollama's own interface; its compatible one ends in /v1"
  if (at(fields, 'object') === 'response') return 'a reply of the Responses interface'
  if (at(fields, 'type') === 'message') return "a reply of Anthropic's own interface"
  if (at(fields, 'candidates') !== undefined) return "a reply of Gemini's own interface"
  if (at(fields, 'object') === 'list') return 'a list'
  return undefined
}

function parseStream(text: string): Body {
  const events = text.split(/\r\n|\r|\n/).flatMap(line => (line.startsWith('data:') ? [line.slice(5).trim()] : []))
  const chunks = events.map(parseJson).filter(isFields)
  return assemble(chunks, events.includes('[DONE]'))
}

/** One JSON object a line: what Ollama's own interface streams. Anything else that starts like JSON was cut. */
function parseLines(text: string): Body {
  const [first, ...rest] = text.split('\n').map(parseJson)
  if (!isFields(first)) return { kind: 'cut' }
  const what = nameForeign(first)
  return what ? { kind: 'foreign', what } : assemble([first, ...rest.filter(isFields)], false)
}

function assemble(chunks: Fields[], isDone: boolean): Body {
  const { fields, isFinished } = assembleEvents(chunks)
  return isFinished || isDone ? { kind: 'json', fields } : { kind: 'cut' }
}
