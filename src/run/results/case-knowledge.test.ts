import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readCorpus } from '../../corpus/read-corpus.ts'
import { hash } from '../../lib/hash.ts'
import { SAMPLE_CORPUS, sampleCase } from '../../lib/testing/sample-corpus.ts'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { loadKnowledge } from './case-knowledge.ts'

const root = join(import.meta.dirname, '../../..')
const tests = join(root, 'tests')
const path = 'purchase-order/approve-po-04-bad.md'

function subject() {
  const { corpus } = readCorpus(tests)
  const one = corpus.cases.find(other => other.path === path)
  const application = corpus.applications.find(({ name }) => name === 'purchase-order')
  assert.ok(one && application)
  return { casePath: path, codeHash: hash(one.code), specificationHash: hash(application.prompt), application }
}

describe('loadKnowledge', () => {
  it('has the category of a rule, the number of rules and what the proof shows', () => {
    const { application, ...one } = subject()
    const textOf = (key: string) => (key === one.specificationHash ? application.prompt : undefined)
    const knowledge = loadKnowledge({ tests, proofs: join(root, 'proofs'), textOf })
    assert.equal(knowledge.categoryOf('purchase-order', 'R1'), 'tenant-isolation')
    assert.equal(knowledge.categoryOf('purchase-order', 'R99'), null)
    assert.equal(knowledge.ruleCount(one.specificationHash), application.rules.length)
    assert.ok(application.rules.length > 5)
    assert.deepEqual(knowledge.proved(one), ['R7'])
    assert.equal(knowledge.proofOf(one)?.witnesses[0]?.rule, 'R7')
  })

  it('has no proof of another version of the case', () => {
    const { application, ...one } = subject()
    const knowledge = loadKnowledge({ tests, proofs: join(root, 'proofs'), textOf: () => application.prompt })
    assert.equal(knowledge.proved({ ...one, codeHash: hash('edited') }), null)
    assert.equal(knowledge.proofOf({ ...one, specificationHash: hash('edited') }), null)
  })

  it('knows decoys, levels and how many cases a query has, of the cases as they are now', () => {
    using folder = temporaryFolder()
    const decoy = '\n# Decoy\nSeems to show every note. The policy hides the others.\n'
    folder.write({
      ...SAMPLE_CORPUS,
      'notes/get-note-07-good.md': sampleCase('SELECT 7', 'good', decoy),
      'notes/get-note-08-good.md': sampleCase('CREATE VIEW v AS SELECT 8', 'good'),
    })
    const known = loadKnowledge({ tests: folder.path, proofs: folder.path, textOf: () => undefined })
    const seventh = { casePath: 'notes/get-note-07-good.md', codeHash: hash('SELECT 7') }
    const eighth = { casePath: 'notes/get-note-08-good.md', codeHash: hash('CREATE VIEW v AS SELECT 8') }
    assert.equal(known.decoyOf(seventh), 'Seems to show every note. The policy hides the others.')
    assert.equal(known.decoyOf({ ...seventh, codeHash: hash('edited') }), null)
    assert.equal(known.decoyOf(eighth), null)
    assert.deepEqual([known.levelOf(seventh), known.levelOf(eighth)], ['statement', 'migration'])
    assert.equal(known.levelOf({ ...eighth, casePath: 'gone/get-note-08-good.md' }), null)
    assert.deepEqual([known.querySize('notes', 'get-note'), known.querySize('notes', 'other')], [8, null])
  })

  it('takes a broken file for none', () => {
    using folder = temporaryFolder()
    const { application, ...one } = subject()
    for (const text of ['{', '[]', 'null', '{"cases": [null, {"case": 3}, {"case": "x", "witnesses": [{}]}]}']) {
      folder.write({ 'purchase-order.json': text })
      const knowledge = loadKnowledge({ tests, proofs: folder.path, textOf: () => application.prompt })
      assert.equal(knowledge.proved(one), null, text)
    }
  })
})
