import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { hash } from '../../lib/hash.ts'
import { sampleAnswer, sampleQuestion } from '../../lib/testing/sample-question.ts'
import type { Store } from '../store.ts'
import { add, current, EVERYTHING, type ItStores, PATH, read } from './fresh-place.ts'

export function describeReading(name: string, itStores: ItStores): void {
  describe(`${name}: reading`, () => {
    /** Backwards, so that the order of rows is not the order of cases. */
    async function fill(store: Store, cases: number): Promise<void> {
      const numbers = Array.from({ length: cases }, (_, nth) => cases - 1 - nth)
      await store.add(
        numbers.flatMap(nth => {
          const one = { path: `notes/note-${String(nth).padStart(3, '0')}-03-bad.md`, code: `SELECT ${nth};` }
          return ['b', 'a'].map(model => ({
            question: sampleQuestion({ case: one, model }),
            answer: sampleAnswer('bad', 'x'.repeat(nth)),
          }))
        }),
      )
    }

    itStores('gives answers in the order of cases, each with the texts of its case', async store => {
      await fill(store, 600)
      const answers = await current(store)
      assert.equal(answers.length, 1200)
      for (const [nth, answer] of answers.entries()) {
        const number = Math.floor(nth / 2)
        assert.deepEqual(
          [answer.code, answer.description, answer.model.name, answer.attempts, answer.evaluationPromptHash],
          [`SELECT ${number};`, 'Reads a note.', nth % 2 === 0 ? 'a' : 'b', 1, hash('ask')],
        )
        assert.ok(!('reply' in answer))
      }
    })

    itStores('gives in full what was sent and what came back', async store => {
      await fill(store, 1)
      const [answer] = await read(store.answers(EVERYTHING, { isFull: true }))
      assert.deepEqual([answer?.reply, answer?.sent], ['as it came', null])
      assert.deepEqual(await store.texts([hash('spec'), 'none']), new Map([[hash('spec'), 'spec']]))
    })

    itStores('gives as a sample all answers to some of the cases', async store => {
      await fill(store, 640)
      const sample = await read(store.answers(EVERYTHING, { isFull: false, sampleStep: 32 }))
      const cases = new Set(sample.map(({ casePath }) => casePath))
      assert.deepEqual([sample.length, cases.size], [40, 20])
    })

    itStores('gives rows for scores, and large ones in several batches', async store => {
      await fill(store, 600)
      const batches = await Array.fromAsync(store.judged(EVERYTHING))
      assert.equal(batches.flat().length, 1200)
      assert.ok(batches.length > 1)
      const { verdict, violates, label, codeHash } = batches.flat().find(({ casePath }) => /-007-/.test(casePath)) ?? {}
      const expected = [{ result: 'bad', rules: [] }, ['R1'], 'bad', hash('SELECT 7;')]
      assert.deepEqual([verdict, violates, label, codeHash], expected)
    })

    itStores('chooses by model, application, prompt and time, and keeps the baselines', async store => {
      const at = (model: string, application: string, host: string, day: string) => {
        const question = sampleQuestion({ model, case: { application, path: `${application}/x-03-bad.md` } })
        const answer = { ...sampleAnswer('bad'), timestamp: `2026-03-${day}T12:00:00.000Z` }
        return { question: { ...question, model: { ...question.model, host } }, answer }
      }
      await store.add([
        at('m', 'notes', 'host', '01'),
        at('n', 'shop', 'host', '02'),
        at('coin', 'shop', 'built-in', '01'),
      ])
      const chosen = async (wanted: Partial<typeof EVERYTHING> | { since: string } | Record<string, string[]>) => {
        const selection = { ...EVERYTHING, ...wanted }
        const judged = (await read(store.judged(selection))).map(({ model }) => model.name).sort()
        const answers = (await read(store.answers(selection, { isFull: false }))).map(({ model }) => model.name).sort()
        assert.deepEqual(judged, answers)
        return judged
      }
      assert.deepEqual(await chosen({ models: ['m'] }), ['coin', 'm'])
      assert.deepEqual(await chosen({ applications: ['shop'] }), ['coin', 'n'])
      assert.deepEqual(await chosen({ prompts: ['none'] }), [])
      assert.deepEqual(await chosen({ since: '2026-03-02T00:00:00.000Z' }), ['n'])
      assert.deepEqual(await store.applications(), ['notes', 'shop'])
      assert.deepEqual(await store.prompts(), ['default'])
      const typedName = 'typed'
      assert.deepEqual(await store.models(), [
        { name: 'coin', typedName, host: 'built-in' },
        { name: 'm', typedName, host: 'host' },
        { name: 'n', typedName, host: 'host' },
      ])
    })

    itStores('gives every reply, the oldest first, while verdicts are corrected', async store => {
      await fill(store, 50)
      await add(store, sampleQuestion(), 'bad')
      for await (const batch of store.replies()) {
        const verdict = { result: 'empty' as const, explanation: 'new', rules: ['R9'] }
        await store.updateVerdicts(batch.map(({ id }) => ({ id, verdict })))
      }
      const replies = await read(store.replies())
      assert.deepEqual(
        replies.map(({ body, result, explanation, rules }) => [body, result, explanation, rules]),
        Array(101).fill(['as it came', 'empty', 'new', ['R9']]),
      )
      assert.equal(replies.at(-1)?.casePath, PATH)
    })
  })
}
