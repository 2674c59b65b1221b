import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readEnvelope } from './read-envelope.ts'
import type { Trouble } from './trouble.ts'

interface Row {
  trouble: Trouble
  status: number
  body: unknown
}

// Errors of OpenRouter, Ollama, vLLM, SGLang, LM Studio, llama.cpp, LiteLLM, OpenAI, Azure, Anthropic, Gemini, Mistral,
// Groq, xAI, DeepSeek and others, in their own words.
const rows = readFileSync(join(import.meta.dirname, 'fixtures/errors.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Row => JSON.parse(line))

describe('classifyError: the words of many servers', () => {
  for (const { trouble, status, body } of rows) {
    const text = JSON.stringify(body)
    it(`${trouble}: ${status} ${text.slice(0, 140)}`, () => {
      const envelope = readEnvelope(text, { status, headers: {} })
      assert.equal(envelope.kind === 'trouble' ? envelope.trouble : envelope.kind, trouble)
    })
  }
})
