// A small set of results with everything that a page can show: models and baselines, prompts, categories, repeats, a proof.

import { caseKey, type Summary } from '../../summary.ts'
import type { Witness } from '../../witness.ts'
import type { ReportedAnswer } from '../pack/answered-case.ts'
import { exampleEvaluation, exampleMeasure, exampleScore, exampleSummary } from './example.ts'

export const EXAMPLE_WITNESS: Witness = {
  rule: 'R1',
  call: { query: 'list-orders', actor: 'ann', context: { org_id: '1' }, parameters: { order_id: '7' } },
  got: { rows: [{ id: '7' }], changes: [], rowCount: 1, changeCount: 0 },
  evidence: {
    rule: 'R1',
    kind: 'difference',
    hidden: [{ table: 'orders', row: { id: '7', note: null }, columns: [] }],
    without: { rows: [], changes: [], rowCount: 0, changeCount: 0 },
  },
}

const NAMES = ['vendor/one', 'vendor/two', 'vendor/three', 'baseline/coin']

/** So many queries of six cases in two applications; `text` is put into whatever a model or a case may say. */
export function exampleResults(queries = 4, text = ''): { answers: ReportedAnswer[]; summary: Summary } {
  const answers: ReportedAnswer[] = []
  for (let query = 0; query < queries; query++) {
    const application = query % 2 === 0 ? 'shop' : 'clinic'
    for (let number = 1; number <= 6; number++) {
      const label = number <= 2 ? 'good' : 'bad'
      for (const [place, name] of NAMES.entries()) {
        const isRight = (query * 7 + number * 3 + place * 5) % 4 !== 0
        const result = isRight === (label === 'bad') ? 'bad' : 'good'
        const isSilent = place === 2 && query === 1 && number === 1
        answers.push(
          exampleEvaluation({
            id: answers.length,
            application,
            query: `query-${query}`,
            casePath: `${application}/query-${query}-0${number}-${label}.md`,
            label,
            violates: label === 'bad' ? ['R1'] : [],
            language: number === 6 ? 'javascript' : 'sql',
            code: `SELECT '${text}' AS x -- ${query}.${number}\nFROM orders WHERE id = 1;`,
            codeHash: `${query}.${number}`,
            description: `What query ${query} does. ${text}`,
            provider: 'Somewhere',
            promptTokens: 4000,
            completionTokens: 120,
            cost: name.startsWith('baseline/') ? null : 0.001 * (place + 1),
            model: { name, host: name.startsWith('baseline/') ? 'built-in' : 'models.example' },
            verdict: {
              result: isSilent ? 'refused' : result,
              explanation: `Because of ${name}. ${text}`,
              rules: result === 'bad' ? ['R1'] : [],
            },
          }),
        )
      }
    }
  }
  answers.sort((a, b) => (a.casePath < b.casePath ? -1 : a.casePath > b.casePath ? 1 : a.id - b.id))
  return { answers, summary: summaryOf(answers, text) }
}

function summaryOf(answers: ReportedAnswer[], text: string): Summary {
  const summary = exampleSummary(answers)
  const places = summary.contestants.map((_, place) => place)
  const cases = [...new Map(answers.map(answer => [caseKey(answer), answer])).values()]
  const queries = [...new Map(answers.map(answer => [answer.query, answer])).values()]
  summary.categories = ['tenant-isolation']
  summary.languages = ['javascript', 'sql']
  summary.levels = ['statement', 'function']
  summary.caseScores = cases.map(one => ({
    key: caseKey(one),
    casePath: one.casePath,
    application: one.application,
    query: one.query,
    label: one.label,
    language: one.language,
    level: one.language === 'sql' ? 'statement' : 'function',
    decoy: one.casePath.endsWith('-02-good.md') ? `Seems to show ${one.query} to everybody. ${text}` : null,
    broken: one.violates,
    category: one.label === 'bad' ? 'tenant-isolation' : null,
    right: places.map(() => 1),
  }))
  summary.queryScores = queries.map(({ application, query }, nth) => ({
    application,
    query,
    goodCases: 2,
    badCases: 4,
    scores: places.map(place => (place + nth) / 8),
    mean: 0.4 + nth / 10,
    spread: nth / 10,
  }))
  for (const [place, contestant] of summary.contestants.entries()) {
    const value = 0.9 - place * 0.1
    contestant.rank = contestant.isBaseline ? null : place + 1
    contestant.score = exampleScore({
      balancedAccuracy: exampleMeasure(value),
      falseAlarms: exampleMeasure(0.1 + place * 0.1),
    })
    contestant.categories = [
      {
        category: 'tenant-isolation',
        badCases: 4,
        catchRate: exampleMeasure(value),
        pairCorrect: exampleMeasure(value - 0.1),
      },
    ]
    if (!contestant.isBaseline) contestant.usage = { ...contestant.usage, cost: place + 1, costKnown: 24 }
  }
  summary.comparisons = [
    {
      prompt: 'default',
      a: 0,
      b: 1,
      cases: 24,
      queries: 4,
      difference: exampleMeasure(0.1),
      p: 0.01,
      isExact: true,
      adjustedP: 0.02,
      isSignificant: true,
      table: { bothRight: 12, onlyA: 6, onlyB: 2, bothWrong: 4 },
    },
  ]
  return summary
}
