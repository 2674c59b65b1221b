import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Result } from '../domain.ts'
import type { Judged } from '../summary.ts'
import { summarize } from './summarize.ts'
import { always, evaluation, query, randomEvaluations, right } from './testing/judged.ts'

const wrong: Result[] = ['bad', 'bad', 'good', 'good', 'good', 'good']

/** As many queries, the first of them answered rightly and the others wrongly. */
function model(name: string, solved: number, queries = 10, given: { prompt?: string; host?: string } = {}): Judged[] {
  return Array.from({ length: queries }, (_, index) =>
    query(`q${index}`, index < solved ? right : wrong, { ...given, model: name }),
  ).flat()
}

const ranks = (rows: Judged[]) => summarize(rows).contestants.map(({ model: { name }, rank }) => [name, rank])

describe('comparisons', () => {
  it('test the difference in balanced accuracy by swapping whole queries', () => {
    // The one is right on ten queries, the other on three of them: seven differ, all one way, so p is 2 / 2⁷.
    const [found, ...others] = summarize([...model('a', 10), ...model('b', 3)]).comparisons
    assert.deepEqual(others, [])
    assert.ok(found)
    const { difference, ...rest } = found
    assert.deepEqual(rest, {
      prompt: 'default',
      a: 0,
      b: 1,
      cases: 60,
      queries: 10,
      p: 2 / 2 ** 7,
      isExact: true,
      adjustedP: 2 / 2 ** 7,
      isSignificant: true,
      table: { bothRight: 18, onlyA: 42, onlyB: 0, bothWrong: 0 },
    })
    assert.ok(Math.abs(difference.value - 0.7) < 1e-12)
    // Of a binomial (10, 0.7), 2.5 % lie at 4 (P(X ≤ 3) = 1.1 %, P(X ≤ 4) = 4.7 %) and at 10 (P = 2.8 %).
    assert.ok(difference.interval)
    assert.deepEqual(
      [difference.interval.low.toFixed(6), difference.interval.high.toFixed(6)],
      ['0.400000', '1.000000'],
    )
  })

  it('count what was not answered as wrong, and use only cases that both were asked', () => {
    const silent = model('b', 10).map(row => ({ ...row, verdict: { ...row.verdict, result: 'refused' as const } }))
    const [found] = summarize([...model('a', 10), ...silent.slice(0, 36)]).comparisons
    assert.equal(found?.cases, 36)
    assert.equal(found?.queries, 6)
    assert.equal(found?.difference.value, 1)
    assert.equal(found?.p, 2 / 2 ** 6)
  })

  it('average repeats within a case first', () => {
    const once = [...model('a', 9), ...model('b', 2)]
    const often = [1, 2, 3].flatMap(repeat => once.map(row => ({ ...row, repeat })))
    assert.deepEqual(summarize(often).comparisons, summarize(once).comparisons)
    // One of three repeats is wrong: a third of a case.
    const [changed] = summarize(
      often.map(row =>
        row.model.name === 'a' && row.repeat === 1 && row.casePath === 'app/q0-01-good.md'
          ? { ...row, verdict: { ...row.verdict, result: 'bad' as const } }
          : row,
      ),
    ).comparisons
    assert.ok(Math.abs((changed?.difference.value ?? 0) - (0.7 - 1 / 3 / 20 / 2)) < 1e-12)
    // Where both were right before, and where only one was.
    assert.ok(Math.abs((changed?.table.onlyB ?? 0) - 1 / 3) < 1e-12)
    assert.equal(changed?.table.onlyA, 42)
  })

  it('are the same on the same cases and on cases in common', () => {
    // A third model that was asked less makes nobody's comparison another, but its own is on less.
    const rows = [...randomEvaluations('a', { model: 'a' }), ...randomEvaluations('b', { model: 'b', skill: 0.6 })]
    const [alone] = summarize(rows).comparisons
    const extra = evaluation({ model: 'a', query: 'only-a', number: 3 })
    const [common] = summarize([...rows, extra]).comparisons
    assert.ok(alone && common)
    // The places may have changed with the order of the leaderboard.
    assert.ok(Math.abs(Math.abs(common.difference.value) - Math.abs(alone.difference.value)) < 1e-12)
    assert.deepEqual([common.p, common.cases], [alone.p, alone.cases])
  })

  it('turn round with the models', () => {
    const rows = (first: string, second: string) => [
      ...randomEvaluations('x', { model: first }),
      ...randomEvaluations('y', { model: second, skill: 0.6 }),
    ]
    const [one] = summarize(rows('a', 'b')).comparisons
    const [other] = summarize(rows('b', 'a')).comparisons
    assert.equal(one?.p, other?.p)
    assert.deepEqual(one?.difference, other?.difference)
  })

  it('are one family for each prompt, corrected after Holm, without baselines', () => {
    const rows = [
      ...[10, 3, 2].flatMap((solved, index) => model(`m${index}`, solved)),
      ...model('m0', 10, 10, { prompt: 'terse' }),
      ...model('m1', 3, 10, { prompt: 'terse' }),
      ...model('baseline/always-wrong', 0),
    ]
    const found = summarize(rows).comparisons.map(({ prompt, p, adjustedP }) => [prompt, p, adjustedP])
    assert.deepEqual(found, [
      ['default', 2 / 2 ** 7, 4 / 2 ** 7],
      ['default', 2 / 2 ** 8, 6 / 2 ** 8],
      ['default', 1, 1],
      ['terse', 2 / 2 ** 7, 2 / 2 ** 7],
    ])
    assert.equal(summarize(rows, undefined, { comparesBaselines: true }).comparisons.length, 7)
  })

  it('need both labels', () => {
    const rows = ['a', 'b'].map(name => evaluation({ model: name }))
    assert.deepEqual(summarize(rows).comparisons, [])
  })
})

describe('ranks', () => {
  it('are one more than the number of models that are significantly better', () => {
    assert.deepEqual(ranks([...model('a', 10), ...model('b', 9), ...model('c', 0), ...model('baseline/d', 5)]), [
      ['a', 1],
      ['b', 1],
      ['baseline/d', null],
      ['c', 3],
    ])
  })

  it('are given to models that were asked the same cases; others stand below, with their coverage', () => {
    const rows = [...model('a', 8), ...model('b', 7), ...model('few', 3, 3), ...model('more', 11, 11)]
    const { contestants } = summarize(rows)
    assert.deepEqual(
      contestants.map(({ model: { name }, rank, coverage }) => [name, rank, coverage]),
      [
        ['a', 1, { shared: 60, of: 60, beyond: 0 }],
        ['b', 1, { shared: 60, of: 60, beyond: 0 }],
        ['few', null, { shared: 18, of: 60, beyond: 0 }],
        ['more', null, { shared: 60, of: 60, beyond: 6 }],
      ],
    )
  })

  it('take an edited case for another', () => {
    const edited = model('b', 10).map(row => (row.casePath === 'app/q0-03-bad.md' ? { ...row, codeHash: 'new' } : row))
    const { contestants } = summarize([...model('a', 10), ...model('c', 9), ...edited])
    assert.deepEqual(
      contestants.map(({ model: { name }, rank, coverage: { shared, beyond } }) => [name, rank, shared, beyond]),
      [
        ['a', 1, 60, 0],
        ['c', 1, 60, 0],
        ['b', null, 59, 1],
      ],
    )
  })

  it('are of each prompt by itself', () => {
    const rows = [
      ...model('a', 10),
      ...model('b', 1),
      ...model('a', 1, 10, { prompt: 'terse' }),
      ...model('b', 10, 10, { prompt: 'terse' }),
    ]
    assert.deepEqual(
      summarize(rows).contestants.map(({ model: { name }, prompt, rank }) => [name, prompt, rank]),
      [
        ['a', 'default', 1],
        ['b', 'terse', 1],
        ['a', 'terse', 2],
        ['b', 'default', 2],
      ],
    )
  })
})

describe('the tables of queries and cases', () => {
  it('tell how everyone did, and which queries split the models', () => {
    const rows = [
      ...query('easy', right, { model: 'a' }),
      ...query('hard', wrong, { model: 'a' }),
      ...query('easy', right, { model: 'b' }),
      ...query('hard', right, { model: 'b' }),
      ...query('easy', always('bad'), { model: 'baseline/always-bad' }),
    ]
    const { queryScores, caseScores, contestants } = summarize(rows)
    assert.deepEqual(
      contestants.map(one => one.model.name),
      ['b', 'a', 'baseline/always-bad'],
    )
    assert.deepEqual(queryScores, [
      { application: 'app', query: 'easy', goodCases: 2, badCases: 4, scores: [1, 1, 0.5], mean: 1, spread: 0 },
      { application: 'app', query: 'hard', goodCases: 2, badCases: 4, scores: [1, 0, null], mean: 0.5, spread: 0.5 },
    ])
    assert.deepEqual(
      caseScores.filter(one => one.casePath === 'app/hard-03-bad.md').map(one => one.right),
      [[1, 0, null]],
    )
  })
})
