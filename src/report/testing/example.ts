// Evaluations and summaries for tests. The scores are made up: a stage does not import another, not even in tests.

import type { Evaluation, ModelIdentity } from '../../domain.ts'
import { MEASURE_LIST, type MeasureKey } from '../../measure-list.ts'
import { caseKey, contestantKey, type Measure, type Score, type Summary } from '../../summary.ts'
import type { ProofOf, ReportedAnswer } from '../pack/answered-case.ts'
import { indexCases } from '../pack/index-cases.ts'
import { packWithin } from '../pack/pack-within.ts'
import { type ReportContent, renderReport } from '../render-report.ts'

/** A bad case that a model called bad, unless told otherwise. */
export function exampleEvaluation(
  given: Partial<Omit<ReportedAnswer, 'model' | 'verdict'>> & {
    model?: Partial<ModelIdentity>
    verdict?: Partial<Evaluation['verdict']>
  } = {},
): ReportedAnswer {
  const casePath = given.casePath ?? 'shop/list-orders-03-bad.md'
  return {
    id: 1,
    timestamp: '2026-08-14T09:30:00.000Z',
    application: 'shop',
    query: 'list-orders',
    casePath,
    label: 'bad',
    language: 'sql',
    code: 'SELECT * FROM orders;',
    description: 'Lists orders of every tenant.',
    violates: ['R1'],
    codeHash: given.code ?? 'code',
    specificationHash: 'specification',
    prompt: 'default',
    repeat: 1,
    latencyMs: 1234,
    provider: null,
    promptTokens: null,
    completionTokens: null,
    cost: null,
    servedModel: null,
    finishReason: null,
    cachedTokens: null,
    reasoningTokens: null,
    attempts: 1,
    evaluationPromptHash: 'prompt',
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
    ...MEASURES,
    accuracy: exampleMeasure(0.75),
    balancedAccuracy: exampleMeasure(0.7),
    catchRate: exampleMeasure(0.9),
    bounds: { low: 0.7, high: 0.7 },
    precision: exampleMeasure(0.8),
    f1: exampleMeasure(0.85),
    mcc: exampleMeasure(0.4),
    querySolved: exampleMeasure(0.3),
    rightReason: exampleMeasure(0.6),
    rulesNamed: 1.2,
    decoyAlarms: null,
    plainAlarms: null,
    agreement: null,
    kappa: null,
    floor: { accuracy: 2 / 3, precision: 2 / 3, f1: 0.8, mcc: 0, randomRule: 0.1, commonestRule: 0.2 },
    ...given,
  }
}

/** Every measure, so that a new one needs no line here. */
const MEASURES = Object.fromEntries(MEASURE_LIST.map(({ key }) => [key, exampleMeasure(0.5)])) as Record<
  MeasureKey,
  Measure
>

export function exampleMeasure(value: number): Measure {
  return { value, interval: { low: value - 0.1, high: value + 0.1 } }
}

/** A summary with a row for every contestant and application of the evaluations, each with the same score. */
export function exampleSummary(evaluations: ReportedAnswer[], score: Score = exampleScore()): Summary {
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
    languages: ['sql'],
    levels: [],
    prompts: [...new Set(evaluations.map(({ prompt }) => prompt))],
    categories: [],
    rules: [],
    comparisons: [],
    queryScores: [],
    caseScores: [],
    contestants: [...contestants.values()].map(({ model, prompt }) => ({
      model,
      prompt,
      isBaseline: model.name.startsWith('baseline/'),
      rank: null,
      coverage: { shared: score.cases, of: score.cases, beyond: 0 },
      score,
      leaveOneOut: null,
      languages: [],
      levels: [],
      categories: [],
      rules: [],
      usage: {
        cost: null,
        costKnown: 0,
        promptTokens: null,
        completionTokens: null,
        latencyMedianMs: 1234,
        latency95Ms: 1234,
      },
      applications: applications.map(application => ({ application, ...score })),
    })),
  }
}

/** The whole page as `report` would write it. */
export async function renderExample(
  evaluations: ReportedAnswer[],
  {
    summary = exampleSummary(evaluations),
    proofOf = () => null,
    ...rest
  }: Partial<ReportContent> & { proofOf?: ProofOf } = {},
): Promise<string> {
  const source = { all: () => [evaluations], sample: () => [], sampleStep: 32 }
  const packed = await packWithin(() => Infinity, source, { proofOf })
  const generatedAt = new Date('2026-08-15T10:00:00Z')
  return (await renderReport({ generatedAt, summary, packed, index: indexCases(packed, summary), ...rest })).join('')
}
