import type { HttpFault } from './answer.ts'
import { type CheckedRequest, parseObject } from './check-request.ts'
import { httpError } from './faults.ts'
import { readPrompt } from './read-prompt.ts'
import type { SampleModel } from './sample-models.ts'

/** The few checks of a local server such as Ollama: it ignores the fields that it does not know. */
export function checkPlainRequest(text: string, models: readonly SampleModel[]): CheckedRequest | HttpFault {
  const body = parseObject(text)
  if (!body) return httpError(400, 'invalid character in request body')
  if (!Array.isArray(body.messages) || body.messages.length === 0) return httpError(400, "[] is too short - 'messages'")
  const prompt = readPrompt(body.messages)
  if (typeof prompt === 'string') return httpError(400, 'invalid message format')
  const model = models.find(model => model.id === body.model)
  if (!model) return httpError(404, `model "${body.model}" not found, try pulling it first`)
  return { body, model, host: '', prompt }
}
