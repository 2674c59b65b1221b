import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Figure, ScopeAudit } from '../shortcuts.ts'
import { checkLimits, checkShuffledLimits } from './limits.ts'

const figure = (value: number): Figure => ({ value, interval: null, shuffled: null, shuffledRange: null })

function scope(values: {
  comments?: number
  code?: number
  within?: number
  elsewhere?: number
  length?: number
  shorter?: number
  reassures?: number
}): ScopeAudit {
  const held = (value: number) => ({
    auc: figure(value),
    withinAuc: figure(values.within ?? 0.5),
    balancedAccuracy: null,
  })
  const classifier = (kind: 'comments' | 'code', value: number) => ({
    name: kind,
    kind,
    leavingQueryOut: held(value),
    leavingApplicationOut: held(values.elsewhere ?? 0.5),
    towardsBad: [],
    towardsGood: [],
  })
  return {
    application: null,
    level: null,
    shape: { queries: 0, good: 0, bad: 0, languages: {}, rules: {}, categories: null },
    classifiers: [classifier('comments', values.comments ?? 0.5), classifier('code', values.code ?? 0.5)],
    lengths: [
      {
        name: 'length',
        leavingQueryOut: figure(values.length ?? 0.5),
        leavingApplicationOut: null,
        badIsShorter: figure(values.shorter ?? 0.5),
      },
    ],
    reassurance: { balancedAccuracy: figure(values.reassures ?? 0.5), inGood: 0, inBad: 0, offQuota: [] },
    idioms: [],
    tellingWords: [],
    plants: [],
  }
}

const broken = (values: Parameters<typeof scope>[0], applications = 3) =>
  checkLimits(scope(values), { applications, isPart: false })
    .filter(({ status }) => status === 'broken')
    .map(({ name }) => name)

describe('checkLimits', () => {
  it('accepts a value at a limit, and rejects a value just above', () => {
    assert.deepEqual(
      broken({ comments: 0.58, code: 0.65, elsewhere: 0.58, length: 0.57, shorter: 0.6, reassures: 0.53 }),
      [],
    )
    assert.deepEqual(broken({ shorter: 0.4, reassures: 0.47 }), [])
    assert.deepEqual(broken({ comments: 0.581 }), ['comments: AUC, leaving a query out'])
    assert.deepEqual(broken({ code: 0.651 }), ['code: AUC, leaving a query out'])
    assert.deepEqual(broken({ elsewhere: 0.601 }), [
      'comments: AUC, leaving an application out',
      'code: AUC, leaving an application out',
    ])
    assert.deepEqual(broken({ length: 0.571 }), ['length: balanced accuracy, leaving a query out'])
    assert.deepEqual(broken({ shorter: 0.601 }), ['length: bad is shorter than good'])
    assert.deepEqual(broken({ shorter: 0.399 }), ['length: bad is shorter than good'])
    assert.deepEqual(broken({ reassures: 0.531 }), ['a comment reassures: balanced accuracy'])
    assert.deepEqual(broken({ reassures: 0.469 }), ['a comment reassures: balanced accuracy'])
  })

  it('checks the higher of the two AUCs, and says which it is', () => {
    assert.deepEqual(broken({ code: 0.66, within: 0.57 }), ['code: AUC, leaving a query out'])
    assert.deepEqual(broken({ comments: 0.7, code: 0.7, elsewhere: 0.7, within: 0.71 }), [
      'comments: within, leaving a query out',
      'comments: within, leaving an application out',
      'code: within, leaving a query out',
      'code: within, leaving an application out',
    ])
  })

  it('only informs of a part of the folder', () => {
    const values = { comments: 1, code: 1, elsewhere: 1, length: 1, shorter: 1, reassures: 1 }
    for (const applications of [1, 3]) {
      const limits = checkLimits(scope(values), { applications, isPart: true })
      assert.deepEqual(new Set(limits.map(({ status }) => status)), new Set(['informs']))
    }
  })

  it('fails only on limits that leave nothing out when there are fewer than three applications', () => {
    assert.deepEqual(broken({ comments: 1, code: 1, elsewhere: 1, length: 1, shorter: 1, reassures: 1 }, 2), [
      'length: bad is shorter than good',
      'a comment reassures: balanced accuracy',
    ])
  })
})

describe('checkShuffledLimits', () => {
  const within = (value: number, low = 0.3, high = 0.7): Figure => ({
    ...figure(value),
    shuffledRange: { low, high },
  })
  const migrations = (value: number, queries = 6): ScopeAudit => {
    const whole = scope({})
    const [comments] = whole.classifiers
    assert.ok(comments)
    return {
      ...whole,
      level: 'migration',
      shape: { ...whole.shape, queries },
      classifiers: [
        { ...comments, leavingQueryOut: { auc: within(value), withinAuc: within(0.5), balancedAccuracy: null } },
      ],
      tellingWords: [{ where: 'code', word: 'force', inGood: 0, inBad: 1, deviations: 8 * value, chance: 4 }],
    }
  }
  const statuses = (audited: ScopeAudit, isPart = false) =>
    checkShuffledLimits(audited, { isPart }).map(({ name, status }) => `${status} ${name}`)

  it('wants every figure where 99 of 100 shuffles are: too low is a shortcut as well', () => {
    const name = 'migrations: comments: AUC, leaving a query out'
    const word = 'migrations: the most telling word of the code (force), in deviations'
    const kept = 'kept migrations: comments: within, leaving a query out'
    assert.deepEqual(statuses(migrations(0.5)), [`kept ${name}`, kept, `kept ${word}`])
    assert.deepEqual(statuses(migrations(0.71)), [`broken ${name}`, kept, `broken ${word}`])
    assert.deepEqual(statuses(migrations(0.29)), [`broken ${name}`, kept, `kept ${word}`])
    assert.deepEqual(statuses(migrations(0.3))[0], `kept ${name}`)
  })

  it('only informs of a part of the folder, of fewer than six queries, and of other levels', () => {
    const first = (audited: ScopeAudit, isPart = false) => statuses(audited, isPart)[0]?.split(':')[0]
    assert.equal(first(migrations(0.9), true), 'informs migrations')
    assert.equal(first(migrations(0.9, 5)), 'informs migrations')
    assert.equal(first({ ...migrations(0.9), level: 'function' }), 'informs functions')
  })
})
