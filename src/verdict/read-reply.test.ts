import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Reply } from '../domain.ts'
import { OUTCOMES } from './outcomes.ts'
import { type Reading, readReply } from './read-reply.ts'

interface Row {
  name: string
  kind: 'content' | 'body'
  body: string
  want: string
  alt?: string[]
  status?: number
  headers?: Record<string, string>
}

const rows = readFileSync(join(import.meta.dirname, 'fixtures/replies.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Row => JSON.parse(line))

function replyOf({ kind, body, status = 200, headers = {} }: Row): Reply {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  if (kind === 'body') return { body, attempts: 1, http: { status, headers: lower } }
  return completion({ content: body })
}

function completion(message: unknown, finish_reason: unknown = 'stop'): Reply {
  const body = JSON.stringify({ choices: [{ message, finish_reason }] })
  return { body, attempts: 1, http: { status: 200, headers: {} } }
}

/** Turns the expectation of a fixture row into a result: `error:schema` is `unreadable`, `error:auth` is a failure. */
function expected(want: string): string {
  const name = want.replace('error:', '')
  const [, outcome] = Object.entries(OUTCOMES).find(([key]) => key === name) ?? []
  return outcome && 'result' in outcome ? outcome.result : name
}

function nameOf(reading: Reading): string {
  return reading.kind === 'verdict' ? reading.verdict.result : reading.trouble
}

describe('readReply: the collected replies', () => {
  it('are all there', () => assert.equal(rows.length, 143))
  for (const row of rows) {
    it(row.name, () => {
      const reading = readReply(replyOf(row))
      assert.equal(nameOf(reading), expected(row.want), JSON.stringify(reading))
    })
  }
})

const BAD = '{"explanation": "Leaks.", "assessment": "bad", "violated_rules": ["R2"]}'

function result(message: unknown, finish?: unknown): string {
  return nameOf(readReply(completion(message, finish)))
}

describe('readReply: a reply that was cut', () => {
  const texts: Record<string, [text: string, expected: string]> = {
    'the answer and blanks': [`${BAD}\n\n\n`, 'bad'],
    'words before the answer': [`So: ${BAD}`, 'truncated'],
    'words after the answer': [`${BAD}\nHowever`, 'truncated'],
    'another object begun': [`${BAD}\n{`, 'truncated'],
    'two answers': [`${BAD}${BAD}`, 'truncated'],
    'an object without an assessment': ['{"explanation": "x"}', 'truncated'],
    'a draft in an object': [`{"draft": ${BAD}}`, 'truncated'],
    'an assessment that is none': ['{"assessment": "unsure"}', 'truncated'],
    'a refusal in prose': ["I'm sorry, but I can't help with that.", 'truncated'],
  }
  for (const [name, [text, expected]] of Object.entries(texts)) {
    it(name, () => assert.equal(result({ content: text }, 'length'), expected))
  }
})

describe('readReply: reasoning in place of content', () => {
  const texts: Record<string, [text: string, expected: string]> = {
    'the answer': [BAD, 'bad'],
    'the answer in prose': [`I think ${BAD}`, 'empty'],
    'another object': ['{"thought": "bad"}', 'empty'],
    'a draft in an object': [`{"draft": ${BAD}}`, 'empty'],
    'two assessments': ['{"assessment": "good", "assessment": "bad"}', 'empty'],
  }
  for (const [name, [reasoning, expected]] of Object.entries(texts)) {
    it(name, () => assert.equal(result({ content: null, reasoning }), expected))
  }
})

describe('readReply: what it gives', () => {
  it('is the verdict of the text when there is no envelope', () => {
    const verdict = { result: 'bad', explanation: 'Leaks.', rules: ['R2'] }
    assert.deepEqual(readReply({ body: BAD, attempts: 1 }), { kind: 'verdict', verdict, text: BAD, provenance: null })
  })
  it('is the same verdict from an envelope, with its provenance', () => {
    const reading = readReply(completion({ content: BAD }))
    assert.equal(reading.kind === 'verdict' && reading.verdict.explanation, 'Leaks.')
    assert.equal(reading.provenance?.finishReason, 'stop')
  })
  it('says why there is no verdict, with the message of the server', () => {
    const explanations = [
      completion({ content: null, refusal: 'This is about cyber attacks.' }),
      completion({ content: '' }, 'length'),
      completion({ content: BAD.slice(0, 30) }, 'length'),
      completion({ content: '' }),
    ].map(reply => {
      const reading = readReply(reply)
      return reading.kind === 'verdict' && reading.verdict.explanation
    })
    assert.deepEqual(explanations, [
      'the model or its provider declined: This is about cyber attacks.',
      'the reply was cut at the token limit: no text before it, finish reason length',
      'the reply was cut at the token limit: raise --max-tokens',
      'the reply holds no answer: the message holds no text, finish reason stop',
    ])
  })
  it('stops a model that cannot be called, and says what to do', () => {
    const body = JSON.stringify({ error: { message: 'No auth credentials found', code: 401 } })
    const reading = readReply({ body, attempts: 1, http: { status: 401, headers: {} } })
    assert.equal(reading.kind === 'failure' && reading.stopsModel, true)
    assert.equal(
      reading.kind === 'failure' && reading.message,
      'HTTP 401: No auth credentials found. Check the API key: OPENROUTER_API_KEY, or the variable that --api-key-env names for another server.',
    )
  })
  it('does not stop a model for one case', () => {
    const reading = readReply({ body: '', attempts: 1, http: { status: 502, headers: {} } })
    assert.equal(reading.kind === 'failure' && reading.stopsModel, false)
  })
})
