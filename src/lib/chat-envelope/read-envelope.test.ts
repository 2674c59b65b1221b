import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Envelope, readEnvelope } from './read-envelope.ts'

const ANSWER = '{"explanation": "Leaks.", "assessment": "bad"}'

function read(body: unknown, status = 200, headers: Record<string, string> = {}): Envelope {
  return readEnvelope(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
}

/** The text of a message, with `(cut)` behind it when it was; or the trouble, with `?` behind it when worth a retry. */
function short(envelope: Envelope): string {
  if (envelope.kind === 'message') return `${envelope.text}${envelope.isCut ? ' (cut)' : ''}`
  return `${envelope.trouble}${envelope.isRetryable ? '?' : ''}`
}

function reads(bodies: Record<string, [body: unknown, expected: string, status?: number]>): void {
  for (const [name, [body, expected, status]] of Object.entries(bodies)) {
    it(name, () => {
      const envelope = read(body, status)
      assert.equal(short(envelope), expected, JSON.stringify(envelope).slice(0, 500))
      if (envelope.kind === 'trouble') assert.match(envelope.message, /^[^\n]{1,400}$/)
    })
  }
}

function choice(message: unknown, finish: unknown = 'stop', native?: unknown): unknown {
  return { choices: [{ index: 0, message, finish_reason: finish, native_finish_reason: native }] }
}

function stream(...chunks: unknown[]): string {
  return chunks.map(chunk => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join('')
}

function delta(held: unknown, finish: unknown = null): unknown {
  return { id: 'x', choices: [{ index: 0, delta: held, finish_reason: finish }] }
}

describe('readEnvelope: what surrounds the JSON', () => {
  const whole = JSON.stringify(choice({ content: 'hi' }))
  const page = (title: string) => `<!DOCTYPE html><html><head><title>${title}</title></head><body>x</body></html>`
  reads({
    'a byte order mark and blanks': [`\ufeff \n\t${whole}\n `, 'hi'],
    comments: [`: OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n${whole}\n: done\n`, 'hi'],
    'only comments': [': OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n', 'http_body?'],
    'only blanks': ['  \n '.repeat(1000), 'http_body?'],
    'no content': ['', 'http_body?', 204],
    'a list of one': [`[${whole}]`, 'hi'],
    'JSON that was cut': [whole.slice(0, -9), 'http_body?'],
    'an error that was cut': ['{"error": {"mess', 'server?', 500],
    'an empty list': ['[]', 'http_body'],
    null: ['null', 'http_body'],
    'a number': ['5', 'http_body'],
    'a website': [page('OpenRouter'), 'http_body'],
    'a page of a proxy in a 200': [page('502 Bad Gateway'), 'http_body?'],
    'a page with 404': [page('Not here'), 'http_body', 404],
    'a page with 400': [page('400 The plain HTTP request was sent to HTTPS port'), 'http_body', 400],
    'a page with 401': [page('401 Authorization Required'), 'auth', 401],
    'a page with 403, of a firewall': [page('Attention Required! | Cloudflare'), 'http_body?', 403],
    'a page with 413': [page('413 Request Entity Too Large'), 'too_large', 413],
    'a page with 429': [page('Slow down'), 'rate_limit?', 429],
    'a page with 503': [page('Sorry'), 'provider?', 503],
    'a page with 522': [page('Sorry'), 'timeout?', 522],
    'words of a program at this address': ['Ollama is running', 'http_body'],
    'words of a proxy': ['upstream connect error or disconnect/reset before headers', 'http_body?'],
    'words with 400': ['Failed to deserialize the JSON body into the target type', 'bad_request', 400],
    'words with 404 about the model': ["model 'x' not found", 'model', 404],
    'words with 503': ['no healthy upstream', 'provider?', 503],
    'a blocked request': ['error code: 1020', 'http_body', 403],
    'nothing with 404': ['', 'http_body', 404],
    'nothing with 401': ['', 'auth', 401],
    'a redirect': [whole, 'http_body', 301],
    "a reply of Ollama's own interface": [{ model: 'm', message: { content: ANSWER }, done: true }, 'http_body'],
    'a reply of the old completions': [{ choices: [{ text: ANSWER, finish_reason: 'stop' }] }, 'http_body'],
    "a reply of Anthropic's own interface": [{ type: 'message', content: [{ type: 'text', text: 'x' }] }, 'http_body'],
    'a list of models': [{ object: 'list', data: [] }, 'http_body'],
    'an answer without envelope': [ANSWER, 'provider?'],
  })
})

describe('readEnvelope: a stream that nobody asked for', () => {
  reads({
    'in pieces': [stream(delta({ content: 'a' }), delta({ content: 'b' }), delta({}, 'stop'), '[DONE]'), 'ab'],
    'with comments and carriage returns': [
      `: OPENROUTER PROCESSING\r\n\r\n${stream(delta({ content: 'a' }, 'stop')).replaceAll('\n', '\r\n')}`,
      'a',
    ],
    'as parts': [stream(delta({ content: [{ type: 'text', text: 'a' }] }), delta({ content: 'b' }, 'stop')), 'ab'],
    'cut at the limit': [stream(delta({ content: 'a' }), delta({}, 'length'), '[DONE]'), 'a (cut)'],
    'that broke off': [stream(delta({ content: ANSWER })), 'http_body?'],
    'that broke off within an event': [`${stream(delta({ content: 'a' }))}data: {"choi`, 'http_body?'],
    'without a finish reason': [stream(delta({ content: 'a' }), '[DONE]'), 'a'],
    'with an error': [stream(delta({ content: ANSWER }), { error: { code: 502, message: 'gone' } }), 'provider?'],
    'with an error beside an end': [
      stream({ error: { code: 'server_error', message: 'x' }, choices: [{ delta: {}, finish_reason: 'error' }] }),
      'server?',
    ],
    'with a flat error': [stream({ object: 'error', message: 'x', code: 400 }), 'bad_request'],
    'with a refusal': [stream(delta({ refusal: 'I ' }), delta({ refusal: 'will not' }, 'stop')), 'refusal'],
    'with a call': [
      stream(
        delta({ tool_calls: [{ index: 0, function: { name: 'r', arguments: '{"a"' } }] }),
        delta({ tool_calls: [{ index: 0, function: { arguments: ': 1}' } }] }, 'tool_calls'),
      ),
      '{"a": 1}',
    ],
    'with reasoning': [stream(delta({ reasoning: 'hm' }), delta({ content: 'a' }, 'stop')), 'a'],
    'one object a line': [[delta({ content: 'a' }), delta({}, 'stop')].map(c => JSON.stringify(c)).join('\n'), 'a'],
    empty: ['data: [DONE]\n\n', 'provider?'],
  })
})

describe('readEnvelope: choices', () => {
  reads({
    'an empty one': [{ choices: [{}] }, 'provider?'],
    none: [{ choices: [] }, 'provider?'],
    'of a wrong type': [{ choices: { 0: { message: { content: 'x' } } } }, 'provider?'],
    'a null': [{ choices: [null] }, 'provider?'],
    'a message of a wrong type': [{ choices: [{ message: 'x' }] }, 'provider?'],
    'a number as content': [choice({ content: 5 }), '5'],
    'an object as content': [choice({ content: { assessment: 'bad' } }), '{"assessment":"bad"}'],
    'a part as content': [choice({ content: { type: 'text', text: 'a' } }), 'a'],
    'false as content': [choice({ content: false }), 'false'],
    'parts of all kinds': [
      choice({
        content: ['a', 5, null, { type: 'thinking', thinking: [{ text: 'no' }] }, { text: 'b' }, { type: 'text' }],
      }),
      'ab',
    ],
    'zero-width content': [choice({ content: '\u200b\n' }), 'empty'],
    'thinking only': [choice({ content: [{ type: 'thinking', text: ANSWER }] }), 'empty'],
    'an answer as reasoning': [choice({ content: null, reasoning_content: ` ${ANSWER} ` }), ANSWER],
    'an answer in reasoning': [choice({ content: null, reasoning: `So: ${ANSWER}` }), 'empty'],
    'an answer as reasoning that was cut': [choice({ content: null, reasoning: ANSWER }, 'length'), 'truncated'],
    'arguments as an object': [
      choice({ content: '', tool_calls: [{ function: { arguments: { a: 1 } } }] }, 'tool_calls'),
      '{"a":1}',
    ],
    'content and a call': [choice({ content: 'a', tool_calls: [{ function: { arguments: 'b' } }] }), 'a\nb'],
    'calls of wrong types': [
      choice({ content: 'a', tool_calls: [null, 5, { function: 'x' }], function_call: [] }),
      'a',
    ],
    'two choices': [{ choices: [{ message: { content: 'a' } }, { message: { content: 'b' } }] }, 'a\nb'],
    'an unknown finish reason': [choice({ content: 'a' }, 'galactic_alignment'), 'a'],
    'a finish reason of a wrong type': [choice({ content: 'a' }, { type: 'stop' }, 7), 'a'],
    'a finish reason as an object': [choice({ content: 'a' }, { type: 'length', length: 5 }), 'a (cut)'],
    'a finish reason with its cause': [choice({ content: 'a' }, 'content_filter: RECITATION'), 'refusal'],
    'a finish reason by its long name': [choice({ content: 'a' }, 'stop', 'FINISH_REASON_MAX_TOKENS'), 'a (cut)'],
    'the limit in the native reason only': [choice({ content: 'a' }, 'stop', 'MAX_TOKENS'), 'a (cut)'],
    'nothing before the limit': [choice({ content: '' }, 'length'), 'truncated'],
    'a native refusal with nothing': [choice({ content: null, refusal: null }, 'stop', 'refusal'), 'refusal'],
    'a refusal beside content': [choice({ content: ANSWER, refusal: 'No.' }), 'refusal'],
    'a refusal as a part': [choice({ content: [{ type: 'refusal', refusal: 'No.' }] }), 'refusal'],
    'an empty refusal': [choice({ content: 'a', refusal: '' }), 'a'],
    'a filter without a message': [{ choices: [{ finish_reason: 'content_filter', message: null }] }, 'refusal'],
    'an aborted one': [choice({ content: ANSWER }, 'abort'), 'provider?'],
    'an error in a choice': [{ choices: [{ message: { content: 'x' }, error: { code: '429' } }] }, 'rate_limit?'],
    'an empty error in a choice': [{ choices: [{ message: { content: 'a' }, error: {} }] }, 'a'],
    'an error beside choices': [{ error: { code: 500 }, choices: [{ message: { content: ANSWER } }] }, 'server?'],
    'an error that says nothing beside choices': [
      { error: { code: null, message: null }, choices: [{ message: { content: 'a' } }] },
      'a',
    ],
    'a message with an error status': [choice({ content: ANSWER }), 'server?', 500],
  })
})

describe('readEnvelope: what the server says about trying again', () => {
  it('is believed when it is no', () => {
    const error = { message: 'down', http_status: 503, availability: { code: 'no_provider', retryable: false } }
    assert.equal(short(read({ error }, 503)), 'provider')
  })
  it('does not make a hopeless call worth it', () => {
    assert.equal(short(read({ error: { message: 'x', availability: { retryable: true } } }, 401)), 'auth')
  })
})

describe('readEnvelope: the message', () => {
  const messages: Record<string, [body: unknown, status: number, message: string]> = {
    'unwraps what a provider said': [
      {
        error: {
          code: 400,
          message: 'Provider returned error',
          metadata: { raw: '{"error":{"message":"no temperature"}}', provider_name: 'Acme' },
        },
      },
      200,
      'error 400: Acme: no temperature',
    ],
    'unwraps JSON in JSON': [
      { error: { message: JSON.stringify({ error: { message: JSON.stringify([{ msg: 'deep' }]) } }) } },
      400,
      'HTTP 400: deep',
    ],
    'names why a prompt was flagged, not the prompt': [
      {
        error: { code: 403, message: 'Input was flagged', metadata: { reasons: ['violence'], flagged_input: 'DROP' } },
      },
      403,
      'HTTP 403: Input was flagged; violence',
    ],
    'holds a tag where there are no words': [{ error: { code: 'overloaded' } }, 503, 'HTTP 503: overloaded'],
    'holds a title of a page': [{ error: { message: '<html><title>502 Oh</title><p>x' } }, 502, 'HTTP 502: 502 Oh'],
    'is one line without control characters': [{ error: 'a\n\u001b[31mb\u202e' }, 500, 'HTTP 500: a [31mb'],
    'holds no key': [
      { error: `Incorrect API key provided: sk-or-v1-${'0a'.repeat(32)}. Authorization: Bearer abc.def; x?key=abcdef` },
      401,
      'HTTP 401: Incorrect API key provided: [removed] Authorization: Bearer [removed]; x?key=[removed]',
    ],
    'says so when the address is wrong': [
      '{"model":"m","message":{"content":"{"},"done":false}\n{"model":"m","done":true}\n',
      200,
      "HTTP 200: a reply of Ollama's own interface; its compatible one ends in /v1; is the base URL right?",
    ],
    'keeps the words of a refusal': [choice({ content: null, refusal: 'I will not.' }), 200, 'I will not.'],
    'names the filter': [
      choice({ content: '' }, 'content_filter', 'SAFETY'),
      200,
      'finish reason content_filter (SAFETY)',
    ],
  }
  for (const [name, [body, status, message]] of Object.entries(messages)) {
    it(name, () => {
      const envelope = read(body, status)
      assert.equal(envelope.kind === 'trouble' && envelope.message, message)
    })
  }
})
