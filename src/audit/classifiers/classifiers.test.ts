import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import type { ClassifierScore } from '../../shortcuts.ts'
import { createScope } from '../scope.ts'
import { type CasePosition, randomCode, readCase, syntheticCorpus } from '../testing/synthetic-corpus.ts'
import { createJobs, scoreClassifier } from './classifiers.ts'

const SEEDS = 24

describe('scoreClassifier', () => {
  before(async () => loadModule())

  const score = (name: string, seed: string, code: (position: CasePosition) => string): ClassifierScore => {
    const { cases } = syntheticCorpus({ applications: 1, queries: 4, seed }, code)
    const jobs = createJobs(createScope(cases.map(one => readCase(one))), {
      leavesApplicationsOut: false,
      isShuffled: true,
    })
    const job = jobs.find(one => one.name === name)
    assert.ok(job, name)
    return scoreClassifier(job)
  }

  for (const name of ['counts', 'words, comments', 'words, code only']) {
    it(`scores like chance when the code does not depend on the label: ${name}`, () => {
      const figures = Array.from({ length: SEEDS }, (_, seed) => {
        const { auc, withinAuc } = score(name, `chance ${seed}`, place => randomCode(place)).leavingQueryOut
        assert.ok(auc?.interval && withinAuc?.interval)
        assert.ok(auc.interval.low <= auc.value && auc.value <= auc.interval.high)
        return [auc, withinAuc]
      })
      for (const nth of [0, 1]) {
        const high = figures.filter(pair => (pair[nth]?.value ?? 1) > (pair[nth]?.shuffled ?? 0)).length
        // One in twenty by definition, so 1.2 of 24; five or more would be chance once in 150 times.
        assert.ok(high < 5, `${high} of ${SEEDS} are above the 95th percentile of their shuffles`)
      }
      const mean = figures.reduce((sum, [, within]) => sum + (within?.value ?? 0), 0) / SEEDS
      // Its standard error is 0.03.
      assert.ok(mean > 0.41 && mean < 0.59, `within queries ${mean}`)
    })
  }

  it('scores above the shuffles when the code depends on the label', () => {
    const { leavingQueryOut, towardsBad } = score('counts', 'told', place =>
      place.label === 'bad' ? randomCode(place).replace('ORDER BY', '  OR t.id = 1\nORDER BY') : randomCode(place),
    )
    const { auc, withinAuc, balancedAccuracy } = leavingQueryOut
    for (const figure of [auc, withinAuc, balancedAccuracy]) {
      assert.ok(figure && figure.value > 0.9 && figure.value > (figure.shuffled ?? 1))
    }
    const or = towardsBad.find(({ name }) => name === 'OR')
    assert.deepEqual([or?.inGood, or?.inBad], [0, 1])
  })
})
