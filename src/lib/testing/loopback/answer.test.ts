import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Answer, type AnswerFunction, perQuestion, sequence, type Times, times } from './answer.ts'
import { ask, QUESTION } from './ask.ts'
import { rateLimited, serverError } from './faults.ts'
import { startLoopback } from './start-loopback.ts'

/** Asks these questions one after the other; tells the status of each, or the words of the answer. */
async function heard(answer: Answer | Times | AnswerFunction, ...questions: string[]) {
  await using server = await startLoopback({ answer })
  const told: unknown[] = []
  for (const content of questions) {
    const { status, text } = await ask(server.url, { body: { ...QUESTION, messages: [{ role: 'user', content }] } })
    const words: string = status === 200 ? JSON.parse(text).choices[0].message.content : ''
    told.push(status !== 200 ? status : words.includes('"R1"') ? 'usual' : words)
  }
  return told
}

describe('what is answered, and in which order', { timeout: 20_000 }, () => {
  it('one answer serves for all questions', async () => {
    assert.deepEqual(await heard('yes', 'a', 'b'), ['yes', 'yes'])
    assert.deepEqual(await heard(serverError(), 'a', 'b'), [500, 500])
  })

  it('a fault that applies some times gives way to the usual answer', async () => {
    assert.deepEqual(await heard(times(2, serverError()), 'a', 'a', 'a', 'b'), [500, 500, 'usual', 'usual'])
  })

  it('a sequence goes by the order of the calls and ends in the usual answer', async () => {
    const answer = sequence(times(2, rateLimited()), 'yes', serverError())
    assert.deepEqual(await heard(answer, 'a', 'b', 'c', 'd', 'e', 'f'), [429, 429, 'yes', 500, 'usual', 'usual'])
  })

  it('a function at the end of a sequence answers all that follow', async () => {
    const answer = sequence(serverError(), (request, nth) => `${nth} ${request.model} ${request.text.trim()}`)
    assert.deepEqual(await heard(answer, 'a', 'b', 'c'), [500, '2 openai/gpt-4o-mini b', '3 openai/gpt-4o-mini c'])
  })

  it('a sequence for each question starts anew with each', async () => {
    assert.deepEqual(await heard(perQuestion(serverError(), 'yes'), 'a', 'b', 'b', 'a'), [500, 500, 'yes', 'yes'])
  })

  it('a function may choose by the question and by how often it came, and may take its time', async () => {
    const answer: AnswerFunction = async ({ text, attempt }) => (text.includes('a') ? `try ${attempt}` : undefined)
    assert.deepEqual(await heard(answer, 'a', 'b', 'a'), ['try 1', 'usual', 'try 2'])
  })
})
