import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Case } from '../domain.ts'
import type { Audit, ClassifierScore } from '../shortcuts.ts'
import type { AuditedApplication } from './audit-case.ts'
import { auditCases } from './audit-cases.ts'
import { type ClassifierJob, scoreClassifier } from './classifiers/classifiers.ts'
import { randomCode, syntheticCorpus } from './testing/synthetic-corpus.ts'
import { randomFiles, syntheticMigrations, withLine } from './testing/synthetic-migrations.ts'

interface Corpus {
  applications: AuditedApplication[]
  cases: Case[]
}

/** With the classifiers of these names, and with none of the others: each takes a second for migrations. */
const audit = ({ applications, cases }: Corpus, ...names: string[]): Promise<Audit> =>
  auditCases(applications, cases, {
    isPart: false,
    score: async job => (names.includes(job.name) ? scoreClassifier(job) : notScored(job)),
  })

function notScored({ name, kind }: ClassifierJob): ClassifierScore {
  const leavingQueryOut = { auc: null, withinAuc: null, balancedAccuracy: null }
  return { name, kind, leavingQueryOut, leavingApplicationOut: null, towardsBad: [], towardsGood: [] }
}

const broken = ({ limits }: Audit) => limits.filter(({ status }) => status === 'broken').map(({ name }) => name)

describe('auditCases of several levels', () => {
  it('judges migrations apart from statements, which keep their figures and limits', async () => {
    const statements = syntheticCorpus({ applications: 3, queries: 2 }, position => randomCode(position))
    const migrations = syntheticMigrations({ queries: 3 }, position => randomFiles(position))
    const alone = await audit(statements, 'counts')
    const both = await audit(
      {
        applications: [...statements.applications, ...migrations.applications],
        cases: [...statements.cases, ...migrations.cases],
      },
      'counts',
    )
    assert.deepEqual(both.whole, alone.whole)
    assert.deepEqual(alone.levels, [])
    assert.deepEqual(
      both.levels.map(({ level, shape }) => [level, shape.queries, shape.good, shape.bad]),
      [
        ['statement', 6, 12, 24],
        ['migration', 6, 24, 24],
      ],
    )
    const ofWhole = both.limits.filter(({ name }) => !/^(statement|migration)s: /.test(name))
    assert.deepEqual(ofWhole, alone.limits)
    assert.equal(both.applications.find(({ application }) => application === 'market')?.level, 'migration')
  })

  it('keeps a query together: the level of most of its cases is the level of all', async () => {
    const { applications, cases } = syntheticCorpus({ applications: 1, queries: 2 }, position =>
      position.query === 0 && position.number > 2
        ? `CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ ${randomCode(position)} $$`
        : randomCode(position),
    )
    const { levels } = await audit({ applications, cases })
    assert.deepEqual(
      levels.map(({ level, shape }) => [level, shape.good, shape.bad]),
      [
        ['statement', 2, 4],
        ['function', 2, 4],
      ],
    )
  })

  it('finds no shortcut in migrations that do not depend on the label', async () => {
    const names = ['words, all', 'words, comments', 'words, code only', 'names of files', 'counts']
    const found = await audit(
      syntheticMigrations({ queries: 3 }, position => randomFiles(position)),
      ...names,
    )
    assert.equal(found.whole.level, 'migration')
    assert.deepEqual(broken(found), [])
    assert.ok(
      found.limits.length === 2 * names.length + 7 && found.limits.every(({ name }) => name.startsWith('migrations: ')),
    )
  })

  it('finds a word that half of the bad cases have, and names it', async () => {
    const found = await audit(
      syntheticMigrations({ queries: 4 }, position => {
        const files = randomFiles(position)
        return position.label === 'bad' && position.any(2) === 0 ? withLine(files, 'REASSIGN OWNED BY a;') : files
      }),
    )
    const [code] = found.whole.tellingWords
    assert.equal(code?.where, 'code')
    assert.ok(['reassign', 'owned', 'reassign owned', 'owned by'].includes(code?.word ?? ''), code?.word)
    assert.ok(broken(found).some(name => name.startsWith('migrations: the most telling word of the code (')))
  })

  it('finds the number of files, and their order', async () => {
    const three = (position: Parameters<typeof randomFiles>[0]) => {
      const [first, second] = randomFiles(position)
      const isBad = position.label === 'bad'
      if (!first || !second) return []
      return isBad ? [second, first] : [first, second]
    }
    const found = await audit(syntheticMigrations({ queries: 3 }, three), 'names of files')
    assert.ok(broken(found).includes('migrations: names of files: within, leaving a query out'))
    const counted = await audit(
      syntheticMigrations({ queries: 3 }, position => randomFiles(position).slice(0, position.label === 'bad' ? 2 : 1)),
      'names of files',
      'counts',
    )
    assert.ok(broken(counted).includes('migrations: names of files: within, leaving a query out'))
    assert.ok(broken(counted).includes('migrations: counts: within, leaving a query out'))
  })

  it('finds that the longer of two cases is bad as well as that the shorter is', async () => {
    for (const label of ['good', 'bad']) {
      const found = await audit(
        syntheticMigrations({ queries: 3 }, position => randomFiles(position, position.label === label ? 4 : 7)),
      )
      assert.ok(broken(found).includes('migrations: length: bad is shorter than good'), label)
    }
  })

  it('wants the same share of good and of bad cases with a reassuring comment, whatever the size of a query', async () => {
    const reassured = (numbers: number[]) =>
      audit(
        syntheticMigrations({ queries: 3 }, position => {
          const files = randomFiles(position)
          return numbers.includes(position.number) ? withLine(files, '-- SAFE: own rows only') : files
        }),
      )
    assert.deepEqual((await reassured([1, 3, 4, 8])).whole.reassurance.offQuota, [])
    const uneven = await reassured([1, 3, 4])
    assert.deepEqual(uneven.whole.reassurance.offQuota[0], { query: 'market/query-0', good: 1, bad: 2 })
    assert.ok(broken(await reassured([1, 2, 7, 8])).includes('migrations: a comment reassures: balanced accuracy'))
  })
})
