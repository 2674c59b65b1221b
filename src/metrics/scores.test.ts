import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Label, Result } from '../domain.ts'
import { type Judged, type Knowledge, NO_KNOWLEDGE } from '../summary.ts'
import { summarize } from './summarize.ts'
import {
  always,
  evaluation,
  query,
  queryOfEight,
  randomEvaluations,
  right,
  scoreOf,
  shuffled,
} from './testing/judged.ts'

const wrong: Result[] = ['bad', 'bad', 'good', 'good', 'good', 'good']

function first(evaluations: Judged[], knowledge: Knowledge = NO_KNOWLEDGE) {
  const [contestant] = summarize(evaluations, knowledge).contestants
  assert.ok(contestant)
  return contestant
}

function near(found: number | null | undefined, expected: number): void {
  assert.ok(typeof found === 'number' && Math.abs(found - expected) < 1e-12, `${found} is not ${expected}`)
}

describe('unanswered questions', () => {
  it('are counted as wrong and as right for the bounds, and as wrong for everything else', () => {
    // Good: one cleared, one refused. Bad: two caught, one missed, one empty.
    const score = scoreOf(query('q', ['good', 'refused', 'bad', 'bad', 'good', 'empty']))
    assert.deepEqual(score.bounds, { low: 0.5, high: (2 / 2 + 3 / 4) / 2 })
    assert.equal(score.balancedAccuracy?.value, 0.5)
    assert.equal(score.answeredShare, 4 / 6)
    assert.equal(score.falseAlarms?.value, 0)
    near(score.precision?.value, 2 / 3)
    near(score.f1?.value, 4 / (4 + 1 + 2))
  })

  it('never make a score better than an answer would', () => {
    const evaluations = randomEvaluations('silence', { skill: 0.8 })
    const silent = evaluations.map((row, index) =>
      index % 7 === 0 ? { ...row, verdict: { ...row.verdict, result: 'refused' as const } } : row,
    )
    const [before, after] = [scoreOf(evaluations), scoreOf(silent)]
    for (const name of ['accuracy', 'balancedAccuracy', 'catchRate', 'f1', 'querySolved', 'pairCorrect'] as const)
      assert.ok((after[name]?.value ?? 1) <= (before[name]?.value ?? 0), name)
    assert.ok((after.bounds?.high ?? 0) >= (before.balancedAccuracy?.value ?? 1))
  })
})

describe('query solved', () => {
  it('is averaged over repeats, never the best of them', () => {
    const nearly: Result[] = ['good', 'good', 'bad', 'bad', 'bad', 'good']
    const score = scoreOf([
      ...query('q', right, { repeat: 1 }),
      ...query('q', nearly, { repeat: 2 }),
      ...query('p', right),
    ])
    assert.equal(score.querySolved?.value, (1 / 2 + 1) / 2)
  })

  it('needs all eight of a query of eight, whoever says that it has eight', () => {
    const answers: Result[] = [...right, 'good', 'good']
    assert.equal(scoreOf(queryOfEight('q', answers)).querySolved?.value, 1)
    assert.equal(scoreOf(queryOfEight('q', [...right, 'good', 'bad'])).querySolved?.value, 0)
    assert.equal(scoreOf(queryOfEight('q', answers).slice(0, 7)).querySolved, null)
    // The first six look like a whole query: only the corpus knows of the others.
    const six = queryOfEight('q', answers).slice(0, 6)
    assert.equal(scoreOf(six).querySolved?.value, 1)
    assert.equal(scoreOf(six, { ...NO_KNOWLEDGE, querySize: () => 8 }).querySolved, null)
  })

  it('needs all six in one repeat', () => {
    // Every case is right in one of two repeats, but no repeat is right in every case.
    const turns = [
      right.map((result, index) => (index % 2 ? result : wrong[index])),
      right.map((result, index) => (index % 2 ? wrong[index] : result)),
    ]
    const rows = turns.flatMap((results, turn) => query('q', results as Result[], { repeat: turn + 1 }))
    assert.equal(scoreOf(rows).querySolved?.value, 0)
    assert.equal(scoreOf(query('q', right).slice(0, 5)).querySolved, null)
  })
})

describe('pair-correct', () => {
  it('is the product of both shares within a query', () => {
    // One of two good and three of four bad: 3 of 8 pairs. Then all of them.
    const rows = [...query('q', ['good', 'bad', 'bad', 'bad', 'bad', 'good']), ...query('p', right)]
    assert.equal(scoreOf(rows).pairCorrect?.value, (3 + 8) / 16)
  })

  it('pairs answers of the same repeat', () => {
    // Good is cleared in the first repeat alone, bad is caught in the second alone: never both.
    const both = (number: number, label: Label, results: Result[]) =>
      results.map((result, index) => evaluation({ number, label, result, repeat: index + 1 }))
    const rows = [...both(1, 'good', ['good', 'bad']), ...both(3, 'bad', ['good', 'bad'])]
    assert.equal(scoreOf(rows).pairCorrect?.value, 0)
    assert.equal(scoreOf(rows).balancedAccuracy?.value, 0.5)
  })

  it('is 0 for always saying the same', () => {
    assert.equal(scoreOf(query('q', always('bad'))).pairCorrect?.value, 0)
    assert.equal(scoreOf(query('q', always('good'))).pairCorrect?.value, 0)
  })
})

describe('right reason', () => {
  const knowing = (rules: string[][], given: { result?: Result }[] = []) =>
    rules.map((named, index) =>
      evaluation({ number: index + 3, violates: ['R1', 'R2'], rules: named, ...given[index] }),
    )

  it('is: called bad, and the first rule named is a broken one; of all bad cases', () => {
    const { score } = first(
      knowing([['R1'], ['R2', 'R9'], ['R9', 'R1'], [], ['R1']], [{}, {}, {}, {}, { result: 'good' }]),
    )
    assert.equal(score.rightReason?.value, 2 / 5)
    // One, two, two and none were named where the case was called bad.
    assert.equal(score.rulesNamed, 5 / 4)
  })

  it('leaves out cases of which nobody knows what they break', () => {
    assert.equal(first([evaluation({ rules: ['R1'] })]).score.rightReason, null)
  })

  it('takes the word of the proof before that of the case', () => {
    const knowledge: Knowledge = { ...NO_KNOWLEDGE, proved: () => ['R7'] }
    const rows = [evaluation({ number: 3, violates: ['R1'], rules: ['R7'] })]
    assert.equal(first(rows, knowledge).score.rightReason?.value, 1)
    assert.equal(first(rows).score.rightReason?.value, 0)
  })

  it('has the floors of a random rule and of the commonest one', () => {
    const knowledge: Knowledge = { ...NO_KNOWLEDGE, ruleCount: () => 10 }
    const rows = [['R1'], ['R1', 'R2'], ['R3'], ['R1']].map((violates, index) =>
      evaluation({ number: index + 3, violates }),
    )
    const { floor } = first(rows, knowledge).score
    near(floor.randomRule, (0.1 + 0.2 + 0.1 + 0.1) / 4)
    assert.equal(floor.commonestRule, 3 / 4)
    // It need not be anybody's main rule.
    const second = ['R1', 'R3', 'R4'].map((rule, index) => evaluation({ number: index + 3, violates: [rule, 'R2'] }))
    assert.equal(first(second).score.floor.commonestRule, 1)
    // In each application another rule may be the commonest.
    const other = ['R5', 'R5'].map((rule, index) =>
      evaluation({ application: 'b', number: index + 3, violates: [rule] }),
    )
    assert.equal(first([...rows, ...other], knowledge).score.floor.commonestRule, 5 / 6)
    assert.equal(first(rows).score.floor.randomRule, null)
  })
})

describe('agreement over repeats', () => {
  it("is the mean of Fleiss' agreement, and kappa beside it", () => {
    const rows = [
      ...['bad', 'bad', 'good'].map((result, index) =>
        evaluation({ number: 3, result: result as Result, repeat: index + 1 }),
      ),
      ...['good', 'good', 'good'].map((result, index) =>
        evaluation({ number: 1, label: 'good', result: result as Result, repeat: index + 1 }),
      ),
    ]
    const { agreement, kappa } = scoreOf(rows)
    near(agreement?.value, (1 / 3 + 1) / 2)
    // Two of six answers are bad: by chance (1/3)² + (2/3)² = 5/9 agree.
    near(kappa?.value, (2 / 3 - 5 / 9) / (1 - 5 / 9))
  })

  it('takes all that is no verdict for one answer, and needs repeats', () => {
    const rows = (['refused', 'empty'] as const).map((result, index) => evaluation({ result, repeat: index + 1 }))
    assert.equal(scoreOf(rows).agreement?.value, 1)
    assert.equal(scoreOf([evaluation({})]).agreement, null)
  })
})

describe('leaving one application out', () => {
  it('gives the range of the balanced accuracy', () => {
    const rows = [
      ...query('q', right, { application: 'a' }),
      ...query('q', always('bad'), { application: 'b' }),
      ...query('q', wrong, { application: 'c' }),
    ]
    // Without a (0.5 + 0) / 2, without b (1 + 0) / 2, without c (1 + 0.5) / 2.
    assert.deepEqual(first(rows).leaveOneOut, { low: 0.25, high: 0.75 })
    assert.equal(first(query('q', right)).leaveOneOut, null)
  })
})

describe('categories and rules', () => {
  const knowledge: Knowledge = {
    ...NO_KNOWLEDGE,
    categoryOf: (application, rule) => (rule === 'R1' ? 'tenants' : application === 'a' ? 'limits' : 'time'),
  }
  const main: Record<number, string> = { 3: 'R1', 4: 'R1', 5: 'R2', 6: 'R10' }
  const withRules = (rows: Judged[]) =>
    rows.map(row => ({
      ...row,
      violates: row.label === 'bad' ? [main[Number(/-0(\d)-/.exec(row.casePath)?.[1])] ?? '', 'R9'] : [],
    }))

  it('have the bad cases that they lead, and the pairs of these with the good cases of the query', () => {
    const rows = withRules(query('q', ['good', 'bad', 'bad', 'good', 'bad', 'bad'], { application: 'a' }))
    const { categories, rules } = first(rows, knowledge)
    assert.deepEqual(
      rules.map(({ rule, badCases, catchRate, pairCorrect }) => [rule, badCases, catchRate?.value, pairCorrect?.value]),
      [
        ['R1', 2, 0.5, 1 / 4],
        ['R2', 1, 1, 1 / 2],
        ['R10', 1, 1, 1 / 2],
      ],
    )
    assert.deepEqual(
      categories.map(({ category, badCases, catchRate }) => [category, badCases, catchRate?.value]),
      [
        ['limits', 2, 1],
        ['tenants', 2, 0.5],
      ],
    )
  })

  it('add up to the catch rate and the pairs of all, and lie inside of their intervals', () => {
    const contestant = first(withRules(randomEvaluations('rules')), knowledge)
    for (const parts of [contestant.categories, contestant.rules]) {
      const bad = parts.reduce((sum, { badCases }) => sum + badCases, 0)
      const caught = parts.reduce((sum, { badCases, catchRate }) => sum + badCases * (catchRate?.value ?? 0), 0)
      const pairs = parts.reduce((sum, { badCases, pairCorrect }) => sum + badCases * (pairCorrect?.value ?? 0), 0)
      assert.equal(bad, contestant.score.badCases)
      near(contestant.score.catchRate?.value, caught / bad)
      near(contestant.score.pairCorrect?.value, pairs / bad)
      for (const { catchRate } of parts) {
        assert.ok(catchRate?.interval)
        assert.ok(catchRate.interval.low <= catchRate.value && catchRate.value <= catchRate.interval.high)
      }
    }
  })

  it('say nothing where no rule is known', () => {
    assert.deepEqual([first(query('q', right)).rules, first(query('q', right)).categories], [[], []])
  })
})

describe('usage', () => {
  it('adds up what is known, and takes the middle of the latencies', () => {
    const rows = [0.1, 0.2, undefined].map((cost, index) =>
      evaluation({ number: index + 3, latencyMs: [30, 10, 20][index] ?? 0, ...(cost === undefined ? {} : { cost }) }),
    )
    const { usage } = first(rows)
    near(usage.cost, 0.3)
    assert.deepEqual([usage.costKnown, usage.latencyMedianMs, usage.latency95Ms, usage.promptTokens], [2, 20, 30, null])
  })
})

describe('the laws of summarize', () => {
  const flip = (result: Result): Result => (result === 'good' ? 'bad' : result === 'bad' ? 'good' : result)

  it('does not care for the order of the rows', () => {
    const rows = ['a', 'b', 'baseline/c'].flatMap(model =>
      [1, 2].flatMap(repeat => randomEvaluations(`${model}${repeat}`, { model, repeat, cost: 0.1, violates: ['R1'] })),
    )
    assert.deepEqual(summarize(shuffled(rows, 'order')), summarize(rows))
  })

  it('is symmetric in the labels', () => {
    const rows = randomEvaluations('labels')
    const turned = rows.map(row => ({
      ...row,
      label: flip(row.label) as Label,
      verdict: { ...row.verdict, result: flip(row.verdict.result) },
    }))
    const [before, after] = [scoreOf(rows), scoreOf(turned)]
    for (const name of ['accuracy', 'balancedAccuracy', 'mcc', 'querySolved', 'pairCorrect'] as const) {
      near(after[name]?.value, before[name]?.value ?? Number.NaN)
      near(after[name]?.interval?.low, before[name]?.interval?.low ?? Number.NaN)
      near(after[name]?.interval?.high, before[name]?.interval?.high ?? Number.NaN)
    }
    near(after.bounds?.high, before.bounds?.high ?? Number.NaN)
  })

  it('learns nothing from the same answers asked again', () => {
    const rows = ['a', 'b'].flatMap(model => randomEvaluations(model, { model }))
    const twice = [...rows, ...rows.map(row => ({ ...row, repeat: 2 }))]
    const [once, again] = [summarize(rows), summarize(twice)]
    once.contestants.forEach(({ score }, place) => {
      const other = again.contestants[place]?.score
      for (const name of ['accuracy', 'balancedAccuracy', 'mcc', 'f1', 'querySolved', 'pairCorrect'] as const)
        assert.deepEqual(other?.[name], score[name], name)
      assert.equal(other?.agreement?.value, 1)
    })
    assert.deepEqual(again.comparisons, once.comparisons)
  })

  it('has narrower intervals with more queries', () => {
    const rows = randomEvaluations('more')
    const more = [1, 2, 3, 4].flatMap(copy =>
      rows.map(row => ({ ...row, query: `${row.query}-${copy}`, casePath: `${copy}${row.casePath}` })),
    )
    const width = (some: Judged[]) => {
      const interval = scoreOf(some).balancedAccuracy?.interval
      assert.ok(interval)
      return interval.high - interval.low
    }
    // Four times as many: half as wide.
    const ratio = width(more) / width(rows)
    assert.ok(ratio > 0.4 && ratio < 0.6, String(ratio))
  })

  it('gives baselines what they have by definition', () => {
    const rows = Array.from({ length: 8 }, (_, index) => query(`q${index}`, always('bad'))).flat()
    const { floor, accuracy, precision, f1, mcc } = scoreOf(rows)
    const { randomRule: _, commonestRule: __, ...known } = floor
    assert.deepEqual({ accuracy: accuracy?.value, precision: precision?.value, f1: f1?.value, mcc: mcc?.value }, known)
  })
})
