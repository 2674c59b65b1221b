// Evaluations and summaries for tests. The scores are made up: a stage does not import another, not even in tests.

import type { Evaluation, ModelIdentity } from '../../domain.ts'
import { caseKey, contestantKey, type Measure, type Score, type Summary } from '../../summary.ts'

/** A bad case that a model called bad, unless told otherwise. */
export function exampleEvaluation(
  given: Partial<Omit<Evaluation, 'model' | 'verdict'>> & {
    model?: Partial<ModelIdentity>
    verdict?: Partial<Evaluation['verdict']>
  } = {},
): Evaluation {
  const casePath = given.casePath ?? 'shop/list-orders-03-bad.md'
  return {
    id: 1,
    timestamp: '2026-08-14T09:30:00.000Z',
    application: 'shop',
    query: 'list-orders',
    casePath,
    testFile: `/home/someone/corpus/${casePath}`,
    label: 'bad',
    language: 'sql',
    code: 'SELECT * FROM orders;',
    description: 'Lists orders of every tenant.',
    violates: ['R1'],
    specificationHash: 'specification',
    prompt: 'default',
    repeat: 1,
    latencyMs: 1234,
    ...given,
    model: { name: 'vendor/model', host: 'models.example', parameters: '{}', ...given.model },
    verdict: { result: 'bad', explanation: 'No tenant filter.', rules: ['R1'], ...given.verdict },
  }
}

export function exampleScore(given: Partial<Score> = {}): Score {
  return {
    queries: 12,
    cases: 1,
    goodCases: 0,
    badCases: 1,
    evaluations: 1,
    answered: 1,
    answeredShare: 1,
    results: { good: 0, bad: 1, refused: 0, truncated: 0, unreadable: 0, empty: 0 },
    accuracy: exampleMeasure(0.75),
    balancedAccuracy: exampleMeasure(0.7),
    catchRate: exampleMeasure(0.9),
    falseAlarms: exampleMeasure(0.5),
    ...given,
  }
}

export function exampleMeasure(value: number): Measure {
  return { value, interval: { low: value - 0.1, high: value + 0.1 } }
}

/** A summary with a row for every contestant and application of the evaluations, each with the same score. */
export function exampleSummary(evaluations: Evaluation[], score: Score = exampleScore()): Summary {
  const applications = [...new Set(evaluations.map(({ application }) => application))]
  const contestants = new Map(
    evaluations.map(({ model, prompt }) => [contestantKey({ model, prompt }), { model, prompt }]),
  )
  return {
    queries: score.queries,
    cases: new Set(evaluations.map(caseKey)).size,
    goodCases: 0,
    badCases: 1,
    evaluations: evaluations.length,
    applications,
    contestants: [...contestants.values()].map(({ model, prompt }) => ({
      model,
      prompt,
      isBaseline: model.name.startsWith('baseline/'),
      score,
      applications: applications.map(application => ({ application, ...score })),
    })),
  }
}
