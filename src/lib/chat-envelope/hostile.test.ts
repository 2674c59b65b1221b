import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readEnvelope } from './read-envelope.ts'

function read(body: string, status = 200): string {
  const envelope = readEnvelope(body, { status, headers: {} })
  if (envelope.kind === 'trouble') assert.match(envelope.message, /^[^\n]{1,400}$/)
  return envelope.kind === 'message' ? envelope.text : envelope.trouble
}

const WHOLE = {
  id: 'x',
  model: 'm',
  provider: 'p',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      native_finish_reason: 'stop',
      error: null,
      message: {
        content: [{ type: 'text', text: 'x' }],
        refusal: null,
        reasoning: 'r',
        tool_calls: [{ function: { arguments: 'x' } }],
      },
    },
  ],
  usage: { prompt_tokens: 1, cost: 1, prompt_tokens_details: { cached_tokens: 1 } },
  error: {
    code: 400,
    message: 'm',
    metadata: { raw: '{"error":{"message":"x"}}', provider_name: 'p', reasons: ['r'], headers: { 'Retry-After': '1' } },
    availability: { code: 'c', retry_after: 1, retryable: true },
  },
}

const WRONG: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'x',
  '{',
  '[]',
  [],
  {},
  [[]],
  [null],
  [{}],
  { __proto__: null, toString: 1 },
]

/** Every value that comes of putting `wrong` in one place of `value`. */
function* spoil(value: unknown, wrong: unknown): Generator<unknown> {
  yield wrong
  if (Array.isArray(value)) {
    for (const [index, held] of value.entries()) for (const bad of spoil(held, wrong)) yield value.with(index, bad)
  } else if (value instanceof Object) {
    for (const [key, held] of Object.entries(value))
      for (const bad of spoil(held, wrong)) yield { ...value, [key]: bad }
  }
}

describe('readEnvelope: wrong types', () => {
  for (const status of [200, 400, 403, 404, 429, 500]) {
    it(`anywhere, with ${status}`, () => {
      for (const wrong of WRONG) {
        for (const body of spoil(WHOLE, wrong)) read(JSON.stringify(body), status)
        for (const body of spoil({ ...WHOLE, error: null }, wrong)) read(JSON.stringify(body), status)
        for (const chunk of spoil({ ...WHOLE, choices: [{ delta: WHOLE.choices[0]?.message }] }, wrong)) {
          read(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n`, status)
        }
      }
    })
  }
  it('in the status', () => {
    for (const status of [0, -1, Number.NaN, 100, 299, 600, 999]) read('{}', status)
  })
  it('as names of prototypes', () => {
    assert.equal(read('{"__proto__": {"choices": [{"message": {"content": "x"}}]}}'), 'provider')
    assert.equal(read('{"choices": [{"message": {"__proto__": {"content": "x"}}}]}'), 'empty')
    assert.equal(read('{"error": {"__proto__": {"code": 401}, "constructor": 5}}'), 'auth')
    assert.equal(Object.hasOwn(Object.prototype, 'code'), false)
  })
})

// A megabyte each. Patterns that look back, or a walk without bounds, would not come to an end here.
describe('readEnvelope: a megabyte', () => {
  const megabyte = (piece: string) => piece.repeat(Math.floor(1_000_000 / piece.length))
  const bodies: Record<string, [body: string, expected: string, status?: number]> = {
    'of blanks': [megabyte(' \n'), 'http_body'],
    'of comments': [megabyte(': x\n'), 'http_body'],
    'of lists': [megabyte('['), 'http_body'],
    'of lists that close': [`{"error": ${'['.repeat(500_000)}${']'.repeat(500_000)}}`, 'provider'],
    'of objects that close': [`${'{"error":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'provider'],
    'of content that lies deep': [
      `{"choices":[{"message":{"content":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}}]}`,
      'empty',
    ],
    'of JSON in JSON': [JSON.stringify({ error: JSON.stringify({ error: megabyte('[') }) }), 'provider'],
    'of angle brackets': [megabyte('<'), 'http_body'],
    'of titles': [megabyte('<title'), 'http_body'],
    'of events': [megabyte('data: {}\n'), 'http_body'],
    'of choices in events': [megabyte('data: {"choices":[{"index":1,"delta":{"content":"x"}}]}\n'), 'http_body'],
    'of lines': [megabyte('{}\n'), 'http_body'],
    'of choices': [`{"choices": [${megabyte('{},')}{}]}`, 'provider'],
    'of fields': [`{"error": {${Array.from({ length: 60_000 }, (_, n) => `"message${n}": "x"`).join()}}}`, 'provider'],
    'of messages': [`{"error": [${megabyte('{"message":"context "},')}{}]}`, 'bad_request', 400],
    'of words': [JSON.stringify({ error: megabyte('model ') }), 'bad_request', 400],
    'of words that almost fit': [JSON.stringify({ error: megabyte('no api no tokens input ') }), 'bad_request', 400],
    'of keys': [JSON.stringify({ error: megabyte('api_key = ') }), 'auth', 401],
    'of digits': [JSON.stringify({ error: { retry_after: megabyte('1') } }), 'rate_limit', 429],
  }
  for (const [name, [body, expected, status]] of Object.entries(bodies)) {
    it(name, { timeout: 5000 }, () => {
      const start = performance.now()
      assert.equal(read(body, status), expected)
      assert.ok(performance.now() - start < 2000, 'takes too long')
    })
  }
  it('and more than can be a reply', () => assert.equal(read(' '.repeat(2 ** 24 + 1)), 'http_body'))
})
