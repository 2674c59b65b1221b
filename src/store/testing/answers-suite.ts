import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { hash } from '../../lib/hash.ts'
import { sampleAnswer, sampleQuestion } from '../../lib/testing/sample-question.ts'
import { add, current, type ItStores, PATH, read } from './fresh-place.ts'

export function describeAnswers(name: string, itStores: ItStores): void {
  describe(`${name}: answers`, () => {
    itStores('come back as they were added', async store => {
      const question = sampleQuestion()
      assert.deepEqual([await store.isEmpty(), await store.missing([question])], [true, [question]])
      await add(store, question, 'bad', 'line\u0000\n"quoted"', ['R3', 'R1'])
      assert.deepEqual([await store.isEmpty(), await store.missing([question])], [false, []])
      assert.partialDeepStrictEqual(await current(store), [
        {
          timestamp: '2026-03-01T12:00:00.000Z',
          application: 'notes',
          query: 'get-note',
          casePath: PATH,
          testFile: '/corpus/notes/get-note-03-bad.md',
          label: 'bad',
          language: 'sql',
          code: 'SELECT 1;',
          description: 'Reads a note.',
          violates: ['R1'],
          codeHash: hash('SELECT 1;'),
          specificationHash: hash('spec'),
          model: { name: 'baseline/coin', host: 'built-in', parameters: '{}' },
          prompt: 'default',
          repeat: 1,
          verdict: { result: 'bad', explanation: 'line\u0000\n"quoted"', rules: ['R3', 'R1'] },
          latencyMs: 12,
          provider: null,
          promptTokens: null,
          completionTokens: null,
          cost: null,
        },
      ])
    })

    itStores('are there for whoever opens the place again', async (store, place) => {
      await add(store, sampleQuestion(), 'bad')
      await using again = await place.open()
      assert.equal((await current(again)).length, 1)
    })

    itStores('are found for the questions that have one, in the order of the questions', async store => {
      const questions = ['a', 'b', 'c'].map(model => sampleQuestion({ model }))
      const [a, b, c] = questions
      assert.ok(a && b && c)
      await add(store, b, 'good', '', ['R2'])
      assert.deepEqual(await store.missing(questions), [a, c])
      const verdict = { result: 'good', rules: ['R2'] }
      const judgement = { verdict, latencyMs: 12, promptTokens: null, completionTokens: null, cost: null }
      assert.deepEqual(await store.judgements(questions), [undefined, judgement, undefined])
    })

    itStores('that are older stay as history, and the newest is shown', async store => {
      const [one, other] = [sampleQuestion(), sampleQuestion({ repeat: 2 })]
      await add(store, one, 'bad')
      await store.add([
        { question: one, answer: sampleAnswer('good') },
        { question: other, answer: sampleAnswer('bad') },
      ])
      const shown = (await current(store)).map(({ repeat, verdict }) => [repeat, verdict.result])
      assert.deepEqual(shown.sort(), [
        [1, 'good'],
        [2, 'bad'],
      ])
      assert.equal((await read(store.replies())).length, 3)
    })

    itStores('to an edited case are shown once, and the old one is back when the case is edited back', async store => {
      const [before, after] = ['before', 'after'].map(code => sampleQuestion({ case: { code } }))
      assert.ok(before && after)
      await add(store, before, 'bad')
      await add(store, after, 'good')
      const shown = async () => (await current(store)).map(({ code, verdict }) => [code, verdict.result])
      assert.deepEqual(await shown(), [['after', 'good']])
      assert.deepEqual(await store.missing([{ ...before, case: { ...before.case, violates: ['R7'] } }]), [])
      assert.deepEqual(await shown(), [['before', 'bad']])
      assert.deepEqual((await current(store))[0]?.violates, ['R7'], 'with what the file says now')
      assert.deepEqual(await store.missing([after]), [])
      assert.deepEqual(await shown(), [['after', 'good']])
      assert.deepEqual((await store.missing([sampleQuestion({ case: { code: 'new' } })])).length, 1)
    })

    itStores('are added all or none', async store => {
      const bad = { ...sampleAnswer('bad'), timestamp: null as unknown as string }
      await assert.rejects(
        store.add([
          { question: sampleQuestion(), answer: sampleAnswer('bad') },
          { question: sampleQuestion({ model: 'other' }), answer: bad },
        ]),
      )
      assert.equal(await store.isEmpty(), true)
      await add(store, sampleQuestion(), 'bad')
      assert.equal((await current(store))[0]?.code, 'SELECT 1;', 'its texts too')
    })

    itStores('that never came are failures, and no answers', async store => {
      const failure = { timestamp: '2026-03-01T12:00:00.000Z', reason: 'no reply', attempts: 2, cost: 0.5 }
      await store.addFailures([{ question: sampleQuestion(), failure }])
      assert.deepEqual([(await store.missing([sampleQuestion()])).length, await current(store)], [1, []])
    })
  })
}
