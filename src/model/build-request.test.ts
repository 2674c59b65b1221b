import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildOpenRouterRequest, buildPlainRequest, describeOptions, type RequestOptions } from './build-request.ts'

const prompt = { text: 'shared own', shared: 'shared ', own: 'own', code: 'own', language: 'sql' }
const nothing: RequestOptions = {
  temperature: undefined,
  maxTokens: undefined,
  reasoningEffort: undefined,
  provider: undefined,
  isStructured: true,
}
const everything = { ...nothing, temperature: 0.2, maxTokens: 900, reasoningEffort: 'low', provider: 'Azure' }

function build(
  parameters: string[],
  options: RequestOptions = nothing,
  more: { id?: string; isReasoningMandatory?: boolean } = {},
) {
  const facts = {
    id: 'openai/x',
    contextLength: null,
    maxCompletionTokens: null,
    isReasoningMandatory: false,
    ...more,
    parameters: new Set(parameters),
  }
  return buildOpenRouterRequest(prompt, facts, options, 'session') as unknown as Record<string, never>
}

describe('buildOpenRouterRequest', () => {
  it('sends only what the model lists', () => {
    const { messages, plugins, session_id, ...rest } = build([], everything)
    assert.deepEqual(rest, { model: 'openai/x', provider: { only: ['Azure'], allow_fallbacks: false } })
    const all = build(['temperature', 'max_tokens', 'reasoning', 'structured_outputs'], everything)
    assert.deepEqual([all.temperature, all.max_tokens, all.reasoning], [0.2, 900, { effort: 'low' }])
  })

  it('has one system message with the shared part, marked for the models that cache only what is marked', () => {
    assert.deepEqual(build([]).messages, [
      { role: 'system', content: 'shared ' },
      { role: 'user', content: 'own' },
    ])
    assert.deepEqual(build([], nothing, { id: 'anthropic/claude' }).messages, [
      { role: 'system', content: [{ type: 'text', text: 'shared ', cache_control: { type: 'ephemeral' } }] },
      { role: 'user', content: 'own' },
    ])
  })

  it('switches the silent cutting of prompts off', () => {
    assert.deepEqual(build([]).plugins, [{ id: 'context-compression', enabled: false }])
  })

  it('asks for a schema where the model takes one, for JSON where it takes that, and for nothing when told so', () => {
    const format = (parameters: string[], options = nothing) => {
      const { response_format } = build(parameters, options) as { response_format?: { type: string } }
      return response_format?.type
    }
    assert.equal(format(['structured_outputs', 'response_format']), 'json_schema')
    assert.equal(format(['response_format']), 'json_object')
    assert.equal(format([]), undefined)
    assert.equal(format(['structured_outputs'], { ...nothing, isStructured: false }), undefined)
  })

  it('sends a limit that the model can bear', () => {
    const facts = {
      id: 'x',
      parameters: undefined,
      contextLength: 200_000,
      maxCompletionTokens: 4096,
      isReasoningMandatory: false,
    }
    assert.equal(buildOpenRouterRequest(prompt, facts, nothing, 's').max_tokens, 4096)
    assert.equal(build(['max_tokens']).max_tokens, 16_384)
    const small = { ...facts, contextLength: 8192, maxCompletionTokens: null }
    assert.equal(buildOpenRouterRequest(prompt, small, nothing, 's').max_tokens, 8192 - 4)
    assert.equal(build(['max_completion_tokens'], everything).max_completion_tokens, 900)
    assert.equal(build(['reasoning_effort'], everything).reasoning_effort, 'low')
  })

  it('does not forbid reasoning where it cannot be', () => {
    const none = { ...nothing, reasoningEffort: 'none' }
    assert.deepEqual(build(['reasoning'], none).reasoning, { effort: 'none' })
    assert.equal(build(['reasoning'], none, { isReasoningMandatory: true }).reasoning, undefined)
  })
})

describe('buildPlainRequest', () => {
  it('puts everything into one user message and adds only what was asked for', () => {
    const { response_format, ...rest } = buildPlainRequest(prompt, 'qwen3:8b', nothing)
    assert.deepEqual(rest, { model: 'qwen3:8b', messages: [{ role: 'user', content: 'shared own' }], stream: false })
    assert.equal((response_format as { type: string }).type, 'json_schema')
    const { messages, model, stream, ...sent } = buildPlainRequest(prompt, 'x', { ...everything, isStructured: false })
    assert.deepEqual(sent, { max_tokens: 900, temperature: 0.2, reasoning_effort: 'low' })
  })
})

describe('describeOptions', () => {
  it('names what the user chose and nothing else, in one order', () => {
    assert.equal(describeOptions(nothing), '{}')
    assert.equal(
      describeOptions({ ...everything, isStructured: false }),
      '{"max_tokens":900,"provider":"Azure","reasoning_effort":"low","structured":false,"temperature":0.2}',
    )
  })
})
