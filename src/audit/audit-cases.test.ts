import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Case } from '../domain.ts'
import type { Audit, ClassifierScore, ScopeAudit } from '../shortcuts.ts'
import type { AuditedApplication } from './audit-case.ts'
import { auditCases } from './audit-cases.ts'
import { scoreClassifier } from './classifiers/classifiers.ts'
import { randomCode, syntheticApplication, syntheticCase, syntheticCorpus } from './testing/synthetic-corpus.ts'

const audit = ({ applications, cases }: { applications: AuditedApplication[]; cases: Case[] }): Promise<Audit> =>
  auditCases(applications, cases, { isPart: false, score: async job => scoreClassifier(job) })

function classifier({ classifiers }: ScopeAudit, name: string): ClassifierScore {
  const found = classifiers.find(one => one.name === name)
  assert.ok(found, name)
  return found
}

const broken = ({ limits }: Audit) => limits.filter(({ status }) => status === 'broken').map(({ name }) => name)

describe('auditCases', () => {
  it('finds a word that only the comments of bad cases have', async () => {
    const found = await audit(
      syntheticCorpus({ applications: 3, queries: 4 }, position => {
        const code = randomCode(position)
        return position.label === 'bad'
          ? `-- quickly, before the release\n${code}`
          : `-- as it was agreed upon\n${code}`
      }),
    )
    const comments = classifier(found.whole, 'words, comments')
    assert.ok((comments.leavingQueryOut.auc?.value ?? 0) > 0.98)
    assert.ok((comments.leavingApplicationOut?.withinAuc?.value ?? 0) > 0.98)
    assert.ok((comments.leavingQueryOut.balancedAccuracy?.value ?? 0) > 0.95)
    const heaviest = comments.towardsBad.map(({ name }) => name)
    assert.ok(heaviest.includes('quickly'), String(heaviest))
    const [feature] = comments.towardsBad
    assert.deepEqual([feature?.inGood, feature?.inBad], [0, 1])
    assert.ok(comments.towardsGood.some(({ name }) => name.includes('agreed')))
    assert.ok(broken(found).includes('words, comments: AUC, leaving a query out'))
    assert.ok(broken(found).includes('words, comments: AUC, leaving an application out'))
    // The code does not depend on the label.
    assert.ok((classifier(found.whole, 'words, code only').leavingQueryOut.auc?.value ?? 1) < 0.65)
  })

  it('finds that bad cases are always shorter, whatever a query is about', async () => {
    const found = await audit(
      syntheticCorpus({ applications: 3, queries: 3 }, position =>
        randomCode(position, (position.label === 'bad' ? 4 : 6) + 5 * position.query),
      ),
    )
    const [length] = found.whole.lengths
    assert.ok((length?.badIsShorter?.value ?? 0) > 0.9, String(length?.badIsShorter?.value))
    assert.ok(broken(found).includes('length: bad is shorter than good'))
  })

  it('finds a length that separates good from bad in all queries', async () => {
    const found = await audit(
      syntheticCorpus({ applications: 3, queries: 3 }, position =>
        randomCode(position, position.label === 'bad' ? 4 : 9),
      ),
    )
    assert.ok((found.whole.lengths[1]?.leavingApplicationOut?.value ?? 0) > 0.95)
    assert.ok(broken(found).includes('length without comments: balanced accuracy, leaving an application out'))
    assert.ok(broken(found).includes('counts: AUC, leaving a query out'))
  })

  it('finds reassuring comments that only good cases have, or only bad ones', async () => {
    for (const label of ['good', 'bad']) {
      const found = await audit(
        syntheticCorpus({ applications: 1, queries: 3 }, position =>
          randomCode(position).replace(
            /^(--.*\n)?/,
            position.label === label ? '-- SAFE: own things\n' : '-- LIST: own things\n',
          ),
        ),
      )
      assert.equal(found.whole.reassurance.balancedAccuracy?.value, label === 'good' ? 1 : 0)
      assert.deepEqual(found.whole.reassurance.offQuota.length, 3)
      assert.ok(broken(found).includes('a comment reassures: balanced accuracy'))
    }
    const quota = await audit(
      syntheticCorpus({ applications: 1, queries: 3 }, position =>
        [1, 3, 4].includes(position.number) ? `-- SAFE: own things\n${randomCode(position)}` : randomCode(position),
      ),
    )
    assert.equal(quota.whole.reassurance.balancedAccuracy?.value, 0.5)
    assert.deepEqual(quota.whole.reassurance.offQuota, [])
  })

  it('only informs about limits that leave a query out while there are fewer than three applications', async () => {
    const planted = (applications: number) =>
      audit(
        syntheticCorpus({ applications, queries: 3 }, position =>
          randomCode(position).replace(/^(--.*\n)?/, position.label === 'bad' ? '-- quickly\n' : '-- at last\n'),
        ),
      )
    const two = await planted(2)
    assert.deepEqual(broken(two), [])
    assert.ok(broken(await planted(3)).some(name => name.startsWith('words, comments')))
    assert.ok(two.limits.some(({ name, status }) => name.startsWith('words, comments') && status === 'informs'))
    assert.equal(two.whole.classifiers[0]?.leavingApplicationOut, null)
    assert.equal(two.applications.length, 2)
    assert.ok(two.applications[0]?.classifiers[0]?.leavingQueryOut.auc?.shuffled)
  })

  it('gives an application the same figures each time, alone and with other applications', async () => {
    const corpus = syntheticCorpus({ applications: 2, queries: 3 }, position => randomCode(position))
    const both = await audit(corpus)
    const [first] = corpus.applications
    const cases = corpus.cases.filter(({ application }) => application === 'app-0')
    const alone = await audit({ applications: first ? [first] : [], cases })
    assert.deepEqual(both.applications[0], alone.whole)
  })

  it('says why there is nothing to score', async () => {
    const application = syntheticApplication('app')
    const good = syntheticCase('app', 'q', 1, 'good', 'SELECT 1')
    const one = await audit({ applications: [application], cases: [good] })
    assert.equal(one.whole.notScored, 'there are only good cases')
    assert.deepEqual(
      one.limits.filter(({ status }) => status !== 'kept'),
      [],
    )
    const bad = syntheticCase('app', 'q', 3, 'bad', 'SELECT 2')
    const query = await audit({ applications: [application], cases: [good, bad] })
    assert.equal(query.whole.notScored, 'there is only one query, and no other to learn from')
    const none = await audit({ applications: [application], cases: [] })
    assert.equal(none.whole.shape.good, 0)
  })

  it('accepts other languages, SQL that cannot be read, and queries with missing cases', async () => {
    const { applications, cases } = syntheticCorpus({ applications: 1, queries: 4 }, position =>
      position.query === 0
        ? `x = '# ${position.number}' # see ${position.any(9)}\n`
        : `SELECT 'open ${position.number} ${position.any(99)}`,
    )
    const uneven = cases.filter(({ number, query }) => query !== 'query-1' || Number(number) > 2)
    const mixed = uneven.map(one => (one.query === 'query-0' ? { ...one, language: 'python' } : one))
    const found = await audit({ applications, cases: mixed })
    assert.deepEqual(found.whole.shape.languages, { python: 6, sql: 16 })
    assert.equal(found.whole.classifiers.length, 7)
    assert.equal(found.problems.filter(({ message }) => message.includes('scanner')).length, 16)
  })

  it('counts queries, cases, languages, rules and categories', async () => {
    const { whole } = await audit(syntheticCorpus({ applications: 1, queries: 2 }, position => randomCode(position)))
    assert.equal(whole.application, 'app-0')
    assert.deepEqual(whole.shape.rules, { R1: 8, R2: 0 })
    assert.equal(whole.shape.categories?.['tenant-isolation'], 8)
    assert.equal(whole.shape.categories?.['soft-delete'], 0)
    assert.deepEqual([whole.shape.queries, whole.shape.good, whole.shape.bad], [2, 4, 8])
  })
})
