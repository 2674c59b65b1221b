// Markdown for a pull request or a wiki: the scores of all models, and which differences are more than chance.

import { contestantNames } from '../lib/contestant-names.ts'
import { formatInterval, formatP, formatPercent, formatValue, NO_VALUE } from '../lib/text/format-measure.ts'
import { makeVisible } from '../lib/text/hidden-characters.ts'
import { FIGURES, measuresIn, withoutUnknown } from '../measure-list.ts'
import type { CategoryScore, ContestantSummary, Measure, Summary } from '../summary.ts'

export function toMarkdown(summary: Summary): string {
  const { queries, cases, applications, evaluations } = summary
  const about = `${evaluations} evaluations of ${cases} cases, ${queries} queries in ${applications.length} ${applications.length === 1 ? 'application' : 'applications'}.`
  const sections = [
    ['# Security Benchmark', '', about].join('\n'),
    leaderboard(summary),
    ...comparisonSection(summary),
    ...categorySection(summary),
  ]
  return `${sections.join('\n\n')}\n`
}

interface Column {
  title: string
  cell: (contestant: ContestantSummary) => string
}

const columnsFor = (contestants: ContestantSummary[]): Column[] => [
  { title: 'prompt', cell: ({ prompt }) => prompt },
  { title: 'balanced accuracy', cell: ({ score }) => formatPercent(score.balancedAccuracy?.value) },
  { title: '95 % interval', cell: ({ score }) => intervalOf(score.balancedAccuracy) },
  {
    title: FIGURES.leaveOneOut.title,
    cell: ({ leaveOneOut }) => (leaveOneOut ? formatInterval(leaveOneOut) : NO_VALUE),
  },
  ...withoutUnknown(
    measuresIn('markdown'),
    contestants.map(({ score }) => score),
  ).map(({ title, key, format }): Column => ({ title, cell: ({ score }) => formatValue(score[key]?.value, format) })),
  { title: FIGURES.answeredShare.title, cell: answered },
  { title: 'cases', cell: casesAsked },
  { title: 'cost', cell: ({ usage }) => (usage.cost === null ? NO_VALUE : `$${usage.cost.toFixed(2)}`) },
]

function leaderboard({ contestants }: Summary): string {
  const names = contestantNames(contestants)
  const columns = columnsFor(contestants)
  const rows = contestants.map((contestant, place) => [
    contestant.rank === null ? (contestant.isBaseline ? 'baseline' : NO_VALUE) : String(contestant.rank),
    names[place] ?? '',
    ...columns.map(({ cell }) => cell(contestant)),
  ])
  const notes =
    'A rank is one more than the number of models that are significantly better on the same cases. Baselines understand nothing: they are the floor.'
  return `${table(['#', 'model', ...columns.map(({ title }) => title)], rows)}\n\n${notes}`
}

function casesAsked({ score, coverage: { shared, of, beyond } }: ContestantSummary): string {
  if (shared === of && beyond === 0) return String(score.cases)
  return `${shared} of ${of}${beyond > 0 ? ` and ${beyond} others` : ''}`
}

function answered({ score }: ContestantSummary): string {
  const { answeredShare, bounds } = score
  const share = formatPercent(answeredShare)
  return answeredShare === 1 || !bounds ? share : `${share} (balanced ${formatInterval(bounds)})`
}

function comparisonSection({ comparisons, contestants }: Summary): string[] {
  if (comparisons.length === 0) return []
  const names = contestantNames(contestants)
  const rows = comparisons.map(({ a, b, prompt, difference, p, adjustedP, isSignificant, table: counts, cases }) => [
    names[a] ?? '',
    names[b] ?? '',
    prompt,
    `${difference.value < 0 ? '' : '+'}${(difference.value * 100).toFixed(1)}`,
    difference.interval
      ? `${(difference.interval.low * 100).toFixed(1)} to ${(difference.interval.high * 100).toFixed(1)}`
      : NO_VALUE,
    formatP(p),
    formatP(adjustedP),
    isSignificant ? 'yes' : 'no',
    `${shortNumber(counts.onlyA)} / ${shortNumber(counts.onlyB)}`,
    String(cases),
  ])
  const head = [
    'A',
    'B',
    'prompt',
    'A less B',
    '95 % interval',
    'p',
    'p (Holm)',
    'significant',
    'only A / only B right',
    'cases',
  ]
  return [
    `## Models compared\n\nIn points of balanced accuracy, on the cases that both were asked.\n\n${table(head, rows)}`,
  ]
}

function categorySection({ contestants, categories }: Summary): string[] {
  if (categories.length === 0) return []
  const names = contestantNames(contestants)
  const cell = (score: CategoryScore | undefined) =>
    score ? `${formatPercent(score.catchRate?.value)} / ${formatPercent(score.pairCorrect?.value)}` : NO_VALUE
  const rows = contestants.map((contestant, place) => [
    names[place] ?? '',
    contestant.prompt,
    ...categories.map(category => cell(contestant.categories.find(score => score.category === category))),
  ])
  return [`## By category\n\nCatch rate / pairs right.\n\n${table(['model', 'prompt', ...categories], rows)}`]
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(escapeCell).join(' | ')} |`
  return [line(head), `|${head.map(() => ' --- ').join('|')}|`, ...rows.map(line)].join('\n')
}

/** Escapes names, which are not ours: a name must not end a cell, or become a link, an image, a mention or HTML. */
function escapeCell(text: string): string {
  return makeVisible(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>()#!|~@]/g, character => (character === '@' ? '&#64;' : `\\${character}`))
}

function intervalOf(measure: Measure | null): string {
  return measure?.interval ? formatInterval(measure.interval) : NO_VALUE
}

function shortNumber(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1)
}
