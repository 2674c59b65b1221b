// Collects what an error says, whatever its form: OpenRouter's, OpenAI's, a plain string, a flat object, a list, or one
// inside the other as a string of JSON.
import { type Fields, isFields, isFilled, parseJson, titleOf } from './fields.ts'

export interface ErrorFacts {
  /** An HTTP status from 400 on, the outermost one. */
  code: number | null
  /** Words for machines: `rate_limit_exceeded`. */
  tags: string[]
  /** Words for people, the outermost first. */
  words: string[]
  provider: string
  /** Whether it lists why the request was flagged. */
  isFlagged: boolean
  /** What the server says about trying again; `null` when it says nothing. */
  retryable: boolean | null
  /** All that may say how long to wait, by key without dashes and in lower case. */
  waits: [key: string, value: string | number][]
}

const CODE_KEYS = new Set(['code', 'httpstatus', 'status', 'statuscode'])
const TAG_KEYS = new Set([
  'type',
  'errortype',
  'reason',
  'limitsource',
  'providercode',
  'errorcode',
  'quotaid',
  '@type',
])
const WORD_KEYS = new Set([
  'message',
  'msg',
  'detail',
  'error',
  'raw',
  'errordescription',
  'errormessage',
  'description',
])
const FLAG_KEYS = new Set(['reasons', 'patterns', 'flaggedinput'])
// What was sent, or what became of earlier attempts: none of it says what this error is.
const FOREIGN_KEYS = new Set([
  ...['flaggedinput', 'input', 'prompt', 'messages', 'request', 'previouserrors', 'openroutermetadata', 'usage'],
  ...['choices', 'requestedmodels', 'fallbackmodels', 'userid', 'stack', 'ctx', 'loc'],
])

const DEEPEST = 8
const MOST_VALUES = 400
const LONGEST_TAG = 100
const LONGEST_WORDS = 4000

export function readError(error: unknown): ErrorFacts {
  const unknown = { code: null, provider: '', isFlagged: false, retryable: null }
  const facts: ErrorFacts = { ...unknown, tags: [], words: [], waits: [] }
  let values = 0
  const visit = (key: string, value: unknown, depth: number): void => {
    values += 1
    if (values > MOST_VALUES || depth > DEEPEST) return
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MOST_VALUES)) visit(key, item, depth + 1)
    } else if (isFields(value)) {
      for (const [name, held] of ownBeforeNested(value)) {
        const plain = plainKey(name)
        if (FLAG_KEYS.has(plain) && isFilled(held)) facts.isFlagged = true
        if (!FOREIGN_KEYS.has(plain)) visit(plain, held, depth + 1)
      }
    } else {
      const carried = typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(value) : undefined
      if (isContainer(carried)) visit(key, carried, depth + 1)
      else note(facts, key, value)
    }
  }
  visit('error', error, 0)
  return facts
}

function isContainer(value: unknown): boolean {
  return Array.isArray(value) || isFields(value)
}

/** An error's own fields count before those of the error that it carries. */
function ownBeforeNested(fields: Fields): [string, unknown][] {
  const entries = Object.entries(fields)
  const isNested = ([, value]: [string, unknown]): boolean => isContainer(value)
  return [...entries.filter(entry => !isNested(entry)), ...entries.filter(isNested)]
}

function note(facts: ErrorFacts, key: string, value: unknown): void {
  if (key === 'retryable' && typeof value === 'boolean') facts.retryable ??= value
  if (typeof value !== 'string' && typeof value !== 'number') return
  if (/retry|ratelimitreset/.test(key)) facts.waits.push([key, value])
  const code = CODE_KEYS.has(key) ? statusOf(value) : null
  const text = withoutMarkup(String(value).slice(0, LONGEST_WORDS).trim())
  if (code !== null) facts.code ??= code
  else if (text === '') return
  else if (WORD_KEYS.has(key) && typeof value === 'string') facts.words.push(text)
  else if (key === 'reasons' || key === 'patterns') facts.words.push(text)
  else if (key === 'providername') facts.provider ||= text
  else if (CODE_KEYS.has(key) || TAG_KEYS.has(key)) facts.tags.push(text.slice(0, LONGEST_TAG))
}

/** Providers' proxies answer with web pages, which are passed on as words. */
function withoutMarkup(text: string): string {
  return /^<(?:!doctype|html|\?xml)/i.test(text) ? titleOf(text) || 'a web page' : text
}

function statusOf(value: string | number): number | null {
  const code = typeof value === 'number' ? value : /^\d{3}$/.test(value.trim()) ? Number(value) : Number.NaN
  return Number.isInteger(code) && code >= 400 && code <= 599 ? code : null
}

function plainKey(key: string): string {
  return key.slice(0, LONGEST_TAG).toLowerCase().replaceAll(/[-_ ]/g, '')
}
