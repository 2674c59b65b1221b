import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Answer } from './answer.ts'
import { ask, QUESTION } from './ask.ts'
import * as broken from './broken-replies.ts'
import { rateLimited } from './faults.ts'
import { startLoopback } from './start-loopback.ts'

async function hear(answer: Answer, patienceMs = 5000) {
  await using server = await startLoopback({ answer })
  return await ask(server.url, { patienceMs })
}

async function hearChoice(answer: Answer) {
  const { status, text } = await hear(answer)
  assert.equal(status, 200)
  const { choices, usage } = JSON.parse(text)
  return { ...choices[0], usage }
}

describe('replies that break on the wire', { timeout: 20_000 }, () => {
  it('reset before the headers: the client hears nothing but the reset', async () => {
    const { status, text, broken: code } = await hear(broken.resetBeforeHeaders())
    assert.deepEqual([status, text, code], [undefined, '', 'ECONNRESET'])
  })

  it('reset in the body: headers and half of the reply came before', async () => {
    const heard = await hear(broken.resetInBody('x'.repeat(1000)))
    assert.deepEqual([heard.status, heard.broken], [200, 'ECONNRESET'])
    assert.match(heard.text, /^\{"id":"gen-/)
    assert.throws(() => JSON.parse(heard.text))
  })

  it('makes fetch fail in the same two ways', async () => {
    for (const answer of [broken.resetBeforeHeaders(), broken.resetInBody()]) {
      await using server = await startLoopback({ answer })
      const body = JSON.stringify({ model: 'openai/gpt-4o', messages: [{ role: 'user', content: 'hi' }] })
      const reading = fetch(`${server.url}/chat/completions`, { method: 'POST', body }).then(reply => reply.text())
      await assert.rejects(reading, TypeError)
    }
  })

  it('blank body: a proper 200 of blanks', async () => {
    const { status, text, broken: code } = await hear(broken.blankBody())
    assert.deepEqual([status, text.trim(), code], [200, '', undefined])
    assert.ok(text.length > 0)
  })

  it('cut body: a proper end in the middle of the JSON', async () => {
    const { status, text, broken: code } = await hear(broken.cutBody())
    assert.deepEqual([status, code], [200, undefined])
    assert.match(text, /^\{"id":"gen-/)
    assert.throws(() => JSON.parse(text), /JSON/)
  })

  it('keep-alive: headers and blanks come early, the reply late', async () => {
    const heard = await hear(broken.keepAlive(300, 'done'))
    assert.ok(heard.headersMs < heard.endMs - 100, `${heard.headersMs} and ${heard.endMs}`)
    assert.ok(heard.chunks > 3)
    assert.match(heard.text, /^\s{6,}\{/)
    assert.equal(JSON.parse(heard.text).choices[0].message.content, 'done')
  })

  it('keep-alive: an error that comes late has the status 200', async () => {
    const { status, text } = await hear(broken.keepAlive(30, rateLimited(1)))
    assert.deepEqual([status, JSON.parse(text).error.code], [200, 429])
  })

  it('never answers: no byte until the client hangs up, and then the server lets go', async () => {
    await using server = await startLoopback({ answer: broken.neverAnswers() })
    const heard = await ask(server.url, { patienceMs: 100 })
    assert.deepEqual([heard.status, heard.broken], [undefined, 'ABORT_ERR'])
    while (server.inFlight > 0 || server.openSockets > 0) await new Promise(setImmediate)
    assert.deepEqual([server.calls[0]?.isWhole, server.calls[0]?.status], [false, undefined])
  })

  it('slow drip: byte by byte, whole in the end', async () => {
    const heard = await hear(broken.slowDrip(1, 'grüße'))
    assert.ok(heard.chunks > 50, String(heard.chunks))
    assert.equal(JSON.parse(heard.text).choices[0].message.content, 'grüße')
  })
})

describe('replies that are broken inside a 200', { timeout: 20_000 }, () => {
  it('an error and nothing else', async () => {
    const { status, text } = await hear(broken.errorInside('server_error', 'Model crashed'))
    assert.deepEqual([status, JSON.parse(text)], [200, { error: { code: 'server_error', message: 'Model crashed' } }])
  })

  it('an error in the choice, beside half an answer and without counts', async () => {
    const { finish_reason, error, message, usage } = await hearChoice(broken.choiceError())
    assert.deepEqual([finish_reason, error.code, usage.prompt_tokens], ['error', 502, null])
    assert.throws(() => JSON.parse(message.content))
  })

  it('a refusal, a filter, a cut, silence, and reasoning only', async () => {
    const told = async (answer: Answer) => {
      const { finish_reason, native_finish_reason, message } = await hearChoice(answer)
      return [finish_reason, native_finish_reason, message.content, message.refusal, message.reasoning]
    }
    assert.deepEqual(await told(broken.refusal('No.')), ['content_filter', 'refusal', null, 'No.', null])
    assert.deepEqual(await told(broken.contentFilter()), [
      'content_filter',
      'SAFETY',
      '{"explanation": "The',
      null,
      null,
    ])
    assert.deepEqual(await told(broken.truncated('{"a')), ['length', 'length', '{"a', null, null])
    assert.deepEqual(await told(broken.emptyContent()), ['stop', 'stop', '', null, null])
    assert.deepEqual(await told(broken.emptyContent(null)), ['stop', 'stop', null, null, null])
    assert.deepEqual(await told(broken.reasoningOnly('So bad.')), ['stop', 'stop', null, null, 'So bad.'])
  })

  it('keeps the finish reason of the host to OpenRouter', async () => {
    await using server = await startLoopback({ as: 'plain', answer: broken.refusal() })
    const { text } = await ask(server.url, { body: { ...QUESTION, model: 'llama3' } })
    const [choice] = JSON.parse(text).choices
    assert.deepEqual([choice.finish_reason, 'native_finish_reason' in choice], ['content_filter', false])
  })

  it('any part changed', async () => {
    const { text } = await hear(broken.changed({ usage: null, body: { choices: [] } }))
    const { choices, usage, model } = JSON.parse(text)
    assert.deepEqual([choices, usage, model], [[], null, 'openai/gpt-4o-mini-2024-07-18'])
  })
})
