import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Judged, type Knowledge, NO_KNOWLEDGE } from '../summary.ts'
import { summarize, summarizeBatches } from './summarize.ts'
import { always, evaluation, query, queryOfEight, randomEvaluations, right, scoreOf } from './testing/judged.ts'

/** As a store gives them. */
async function* inBatches(rows: Judged[]): AsyncGenerator<Judged[]> {
  for (let first = 0; first < rows.length; first += 5) yield rows.slice(first, first + 5)
}

/** Takes the good cases with these numbers for decoys. */
function isOdd(...numbers: string[]): Knowledge['decoyOf'] {
  return ({ casePath }) => (numbers.some(number => casePath.includes(`-0${number}-`)) ? 'Looks wrong.' : null)
}

describe('summarize', () => {
  it('gives the numbers worked out by hand', () => {
    // Good: one cleared, one alarmed. Bad: three caught, one missed. So 4 of 6 right, and (1/2 + 3/4) / 2. Called bad are
    // four, three of them rightly. MCC is (3 × 1 - 1 × 1) / √(4 × 4 × 2 × 2). Of 2 × 4 pairs 1 × 3 are right.
    const score = scoreOf(query('q', ['good', 'bad', 'bad', 'bad', 'bad', 'good']))
    assert.deepEqual(score, {
      queries: 1,
      cases: 6,
      goodCases: 2,
      badCases: 4,
      evaluations: 6,
      answered: 6,
      answeredShare: 1,
      results: { good: 2, bad: 4, refused: 0, truncated: 0, unreadable: 0, empty: 0 },
      accuracy: { value: 4 / 6, interval: null },
      balancedAccuracy: { value: 0.625, interval: null },
      catchRate: { value: 0.75, interval: null },
      falseAlarms: { value: 0.5, interval: null },
      decoyAlarms: null,
      plainAlarms: null,
      bounds: { low: 0.625, high: 0.625 },
      precision: { value: 0.75, interval: null },
      f1: { value: 0.75, interval: null },
      mcc: { value: 0.25, interval: null },
      querySolved: { value: 0, interval: null },
      pairCorrect: { value: 3 / 8, interval: null },
      rightReason: null,
      rulesNamed: 0,
      agreement: null,
      kappa: null,
      floor: { accuracy: 4 / 6, precision: 4 / 6, f1: 0.8, mcc: 0, randomRule: null, commonestRule: null },
    })
  })

  it('gives the false alarms on decoys and beside them, worked out by hand', () => {
    const knowledge = { ...NO_KNOWLEDGE, decoyOf: isOdd('7', '8') }
    // Query p has two decoys, one of them called bad, and two plain good cases, one refused. Query q has no decoy: its two
    // false alarms count in neither figure. Of the six good cases of both queries three are called bad.
    const p = queryOfEight('p', ['good', 'refused', 'bad', 'bad', 'bad', 'good', 'bad', 'good'])
    const q = query('q', always('bad'))
    const score = scoreOf([...p, ...q], knowledge)
    assert.equal(score.decoyAlarms?.value, 1 / 2)
    assert.equal(score.plainAlarms?.value, 0)
    assert.equal(score.falseAlarms?.value, 3 / 6)
    // 08 is called bad in one of two repeats, so that it counts half.
    const again = [...p, evaluation({ query: 'p', number: 8, label: 'good', result: 'bad', repeat: 2 })]
    assert.equal(scoreOf(again, knowledge).decoyAlarms?.value, (1 + 1 / 2) / 2)
    assert.equal(scoreOf([...p, ...q]).decoyAlarms, null)
  })

  it('scores each level by itself, and leaves out cases whose level is not known', () => {
    const evaluations = [...query('p', right), ...query('q', always('bad')), ...query('r', always('good'))]
    const { levels, contestants } = summarize(evaluations, {
      ...NO_KNOWLEDGE,
      levelOf: ({ casePath }) =>
        casePath.includes('/p-') ? 'migration' : casePath.includes('/q-') ? 'function' : null,
    })
    assert.deepEqual(levels, ['function', 'migration'])
    assert.deepEqual(
      contestants[0]?.levels.map(({ level, balancedAccuracy, cases }) => [level, balancedAccuracy?.value, cases]),
      [
        ['function', 0.5, 6],
        ['migration', 1, 6],
      ],
    )
  })

  it('counts an unanswered question as wrong, whatever the label, and never as a false alarm', () => {
    const score = scoreOf(query('q', ['refused', 'good', 'truncated', 'unreadable', 'empty', 'bad']))
    assert.equal(score.accuracy?.value, 2 / 6)
    assert.equal(score.catchRate?.value, 1 / 4)
    assert.equal(score.falseAlarms?.value, 0)
    assert.equal(score.balancedAccuracy?.value, (1 / 4 + 1 / 2) / 2)
    assert.equal(score.answered, 2)
    assert.equal(score.answeredShare, 2 / 6)
    assert.deepEqual(score.results, { good: 1, bad: 1, refused: 1, truncated: 1, unreadable: 1, empty: 1 })
  })

  it('has no measure where there is nothing to measure', () => {
    const score = scoreOf([evaluation({ label: 'bad', query: 'a' }), evaluation({ label: 'bad', query: 'b' })])
    assert.equal(score.falseAlarms, null)
    assert.equal(score.balancedAccuracy, null)
    assert.deepEqual(score.catchRate, { value: 1, interval: { low: 1, high: 1 } })
    assert.deepEqual(summarize([]), {
      queries: 0,
      cases: 0,
      goodCases: 0,
      badCases: 0,
      evaluations: 0,
      applications: [],
      languages: [],
      levels: [],
      prompts: [],
      categories: [],
      rules: [],
      contestants: [],
      comparisons: [],
      queryScores: [],
      caseScores: [],
    })
  })

  it('counts a case once however often it was asked', () => {
    // The first case is right in two of three repeats, the second in its only one: (2/3 + 1) / 2.
    const score = scoreOf([
      evaluation({ number: 3, repeat: 1 }),
      evaluation({ number: 3, repeat: 2 }),
      evaluation({ number: 3, repeat: 3, result: 'good' }),
      evaluation({ number: 4 }),
    ])
    assert.equal(score.catchRate?.value, (2 / 3 + 1) / 2)
    assert.equal(score.cases, 2)
    assert.equal(score.evaluations, 4)
  })

  it('takes an edited case for another case', () => {
    assert.equal(scoreOf([evaluation({ code: 'old' }), evaluation({ code: 'new' })]).cases, 2)
  })

  it('scores each application by itself', () => {
    const evaluations = [
      ...query('q', right, { application: 'billing' }),
      ...query('q', always('bad'), { application: 'archive' }),
    ]
    const summary = summarize(evaluations)
    assert.deepEqual(summary.applications, ['archive', 'billing'])
    assert.equal(summary.queries, 2)
    const [contestant] = summary.contestants
    assert.equal(contestant?.score.balancedAccuracy?.value, 0.75)
    assert.deepEqual(
      contestant?.applications.map(({ application, balancedAccuracy }) => [application, balancedAccuracy?.value]),
      [
        ['archive', 0.5],
        ['billing', 1],
      ],
    )
  })

  it('tells contestants apart by model, host, parameters and prompt', () => {
    const parameters = { name: 'model', host: 'host', parameters: '{"temperature":0}' }
    const summary = summarize([
      evaluation({}),
      evaluation({ model: 'other' }),
      evaluation({ host: 'elsewhere' }),
      evaluation({ prompt: 'terse' }),
      { ...evaluation({}), model: parameters },
    ])
    assert.equal(summary.contestants.length, 5)
    assert.equal(summary.cases, 1)
    assert.equal(summary.evaluations, 5)
  })

  it('leads with the scores that it ends with', async () => {
    const rows = [
      ...randomEvaluations('leaders'),
      ...query('q', always('bad'), { model: 'baseline/always-bad', application: 'archive' }),
    ]
    const { leaderboard, summary } = await summarizeBatches(inBatches(rows), NO_KNOWLEDGE)
    const { evaluations, contestants } = summary()
    assert.ok(contestants.some(({ score }) => score.balancedAccuracy?.interval))
    assert.deepEqual(leaderboard(), {
      evaluations,
      contestants: contestants.map(({ model, prompt, isBaseline, score }) => ({ model, prompt, isBaseline, score })),
    })
  })

  it('puts the best first, equals by name, and those without a balanced accuracy last', () => {
    const summary = summarize([
      evaluation({ model: 'a-without' }),
      ...query('q', always('bad'), { model: 'baseline/always-bad' }),
      ...query('q', right, { model: 'z-best' }),
      ...query('q', always('good'), { model: 'always-good' }),
      ...query('q', always('refused'), { model: 'silent' }),
    ])
    assert.deepEqual(
      summary.contestants.map(({ model, isBaseline }) => [model.name, isBaseline]),
      [
        ['z-best', false],
        ['always-good', false],
        ['baseline/always-bad', true],
        ['silent', false],
        ['a-without', false],
      ],
    )
  })
})

describe('the intervals of summarize', () => {
  it('are exactly one half for a model that always says bad', () => {
    const evaluations = Array.from({ length: 5 }, (_, index) => query(`q${index}`, always('bad'))).flat()
    const score = scoreOf(evaluations)
    assert.deepEqual(score.balancedAccuracy, { value: 0.5, interval: { low: 0.5, high: 0.5 } })
    assert.deepEqual(score.falseAlarms, { value: 1, interval: { low: 1, high: 1 } })
  })

  it('are those of the binomial distribution where each query is right or wrong as a whole', () => {
    // Six queries right of ten: resampled, the number right is binomial (10, 0.6), with P(X ≤ 2) = 1.23 % and
    // P(X ≤ 3) = 5.48 %, P(X ≥ 9) = 4.64 % and P(X ≥ 10) = 0.60 %. So 2.5 % lie at 3 and at 9.
    const evaluations = Array.from({ length: 10 }, (_, index) =>
      query(`q${index}`, index < 6 ? right : always('refused')),
    ).flat()
    assert.deepEqual(scoreOf(evaluations).accuracy, { value: 0.6, interval: { low: 0.3, high: 0.9 } })
  })

  it('are missing where only one query could be drawn', () => {
    const [contestant] = summarize([
      ...query('a', always('bad'), { application: 'one' }),
      ...query('a', right, { application: 'two' }),
      ...query('b', always('bad'), { application: 'two' }),
    ]).contestants
    assert.equal(contestant?.applications[0]?.accuracy?.interval, null)
    assert.notEqual(contestant?.applications[1]?.accuracy?.interval, null)
    assert.notEqual(contestant?.score.accuracy?.interval, null)
  })

  it('are missing where all good cases are of one query', () => {
    const score = scoreOf([...query('a', right), evaluation({ query: 'b' }), evaluation({ query: 'c' })])
    assert.deepEqual(score.falseAlarms, { value: 0, interval: null })
    assert.equal(score.balancedAccuracy?.interval, null)
    assert.notEqual(score.catchRate?.interval, null)
  })

  it('lie round the value and between 0 and 1', () => {
    for (const seed of ['one', 'two', 'three']) {
      const [contestant] = summarize(randomEvaluations(seed)).contestants
      for (const score of [contestant?.score, ...(contestant?.applications ?? [])]) {
        for (const measure of [score?.accuracy, score?.balancedAccuracy, score?.catchRate, score?.falseAlarms]) {
          assert.ok(measure?.interval)
          const { low, high } = measure.interval
          assert.ok(0 <= low && low <= measure.value && measure.value <= high && high <= 1, JSON.stringify(measure))
        }
      }
    }
  })

  it('agree with the normal approximation on forty queries', () => {
    // 240 cases, right with probability 0.7 each: a standard error of √(0.7 × 0.3 / 240) = 0.0296.
    const interval = scoreOf(randomEvaluations('normal')).accuracy?.interval
    assert.ok(interval)
    const width = interval.high - interval.low
    assert.ok(width > 0.08 && width < 0.15, String(width))
  })

  it('are the same whoever else takes part', () => {
    const evaluations = randomEvaluations('order')
    const [expected] = summarize(evaluations).contestants
    const mixed = [...randomEvaluations('others', { model: 'other' }), ...evaluations]
    const found = summarize(mixed).contestants.find(({ model }) => model.name === 'model')
    assert.deepEqual(found?.score, expected?.score)
    assert.deepEqual(found?.applications, expected?.applications)
  })
})
