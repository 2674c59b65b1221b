import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { hash } from '../../lib/hash.ts'
import { sampleQuestion } from '../../lib/testing/sample-question.ts'
import { add, current, type ItStores, NO_CHANGES, PATH, versionOf } from './fresh-place.ts'

export function describeCases(name: string, itStores: ItStores): void {
  describe(`${name}: cases`, () => {
    const question = sampleQuestion()
    const renamed = sampleQuestion({
      case: {
        path: 'notes/get-01-good.md',
        file: '/elsewhere/notes/get-01-good.md',
        query: 'get',
        label: 'good',
        description: 'Said better.',
        violates: [],
      },
    })

    itStores('are known by their path and content', async store => {
      const { codeHash, specificationHash } = versionOf(question)
      assert.deepEqual(await store.storedCases(), [])
      await add(store, question, 'bad')
      await add(store, sampleQuestion({ model: 'other' }), 'bad')
      const facts = { violates: ['R1'], descriptionHash: hash('Reads a note.') }
      const stored = { casePath: PATH, application: 'notes', codeHash, specificationHash, language: 'sql', ...facts }
      assert.deepEqual(await store.storedCases(), [{ ...stored, isCurrent: true }])
    })

    itStores('that were renamed get a copy of their answers, with what the file says now', async store => {
      await add(store, question, 'bad', 'first')
      await add(store, question, 'bad', 'second')
      await add(store, sampleQuestion({ model: 'other' }), 'good', 'of another model')
      const changes = { ...NO_CHANGES, copies: [{ from: versionOf(question), to: renamed.case }] }
      await store.follow(changes)
      await store.follow(changes)
      const answers = (await current(store)).filter(({ casePath }) => casePath === renamed.case.path)
      assert.deepEqual(
        answers.map(({ query, label, testFile, verdict }) => [query, label, testFile, verdict.explanation]),
        [
          ['get', 'good', renamed.case.file, 'second'],
          ['get', 'good', renamed.case.file, 'of another model'],
        ],
      )
      assert.deepEqual([answers[0]?.description, answers[0]?.violates], ['Said better.', []])
      assert.deepEqual(await store.missing([question, renamed]), [], 'and the old path has its own')
    })

    itStores('that were exchanged get the answers of each other', async store => {
      const at = (number: string, code: string) => sampleQuestion({ case: { path: `notes/x-${number}-bad.md`, code } })
      await add(store, at('03', 'a'), 'bad', 'about a')
      await add(store, at('04', 'b'), 'bad', 'about b')
      await store.follow({
        ...NO_CHANGES,
        copies: [
          { from: versionOf(at('03', 'a')), to: at('04', 'a').case },
          { from: versionOf(at('04', 'b')), to: at('03', 'b').case },
        ],
      })
      assert.deepEqual(
        (await current(store)).map(({ casePath, verdict }) => [casePath, verdict.explanation]),
        [
          ['notes/x-03-bad.md', 'about b'],
          ['notes/x-04-bad.md', 'about a'],
        ],
      )
    })

    itStores('keep an answer of their own when one is copied to them', async store => {
      await add(store, renamed, 'good', 'own')
      await add(store, question, 'bad', 'of the other path')
      await store.follow({ ...NO_CHANGES, copies: [{ from: versionOf(question), to: renamed.case }] })
      const [own] = (await current(store)).filter(({ casePath }) => casePath === renamed.case.path)
      assert.equal(own?.verdict.explanation, 'own')
    })

    itStores('say what their file says now', async store => {
      await add(store, question, 'bad')
      const to = { ...question.case, violates: ['R2'], description: 'Said better.', file: '/elsewhere/x.md' }
      await store.follow({ ...NO_CHANGES, updates: [{ version: versionOf(question), to }] })
      const [answer] = await current(store)
      assert.deepEqual([answer?.violates, answer?.description], [['R2'], 'Said better.'])
      assert.equal(answer?.testFile, question.case.file, 'of the run that asked')
    })

    itStores('are absent until a corpus has them again, and keep their answers', async store => {
      await add(store, question, 'bad')
      await store.follow({ ...NO_CHANGES, absent: [PATH, 'notes/other.md'] })
      assert.deepEqual((await store.absentCases()).sort(), [PATH, 'notes/other.md'])
      await store.follow({ ...NO_CHANGES, present: [PATH] })
      assert.deepEqual(await store.absentCases(), ['notes/other.md'])
      assert.equal((await current(store)).length, 1)
    })
  })
}
