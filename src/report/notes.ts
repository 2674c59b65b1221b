// One sentence about each measure, and warnings about numbers that are not reliable.

import { formatPercent } from '../lib/text/format-measure.ts'
import { type HtmlValue, html, type SafeHtml } from '../lib/text/safe-html.ts'
import { FIGURES, MEASURE_LIST, type MeasureKey, withoutUnknown } from '../measure-list.ts'
import type { Summary } from '../summary.ts'
import { capitalize, formatCount, formatPlural } from './format.ts'

export function renderNotes(summary: Summary): SafeHtml {
  const added = addedNotes(summary)
  const scores = summary.contestants.map(({ score }) => score)
  const [main, ...others] = withoutUnknown(MEASURE_LIST, scores).map(
    ({ key, title, explanation }): Note => [title, explanation + (added[key] ?? '')],
  )
  const figures = Object.values(FIGURES).map(({ title, explanation }): Note => [title, explanation])
  const notes = [...(main ? [main] : []), ...OF_THE_LEADERBOARD, ...others, ...figures]
  return html`<dl class="notes">
${notes.map(([name, text]) => html`<div><dt>${capitalize(name)}</dt><dd>${text}</dd></div>\n`)}</dl>`
}

type Note = [name: string, text: string]

const OF_THE_LEADERBOARD: Note[] = [
  [
    '95% interval',
    `Where the score would probably lie with other queries in these applications: a bootstrap that draws whole queries within applications, since the cases of one are not independent. It does not speak for other applications; “${FIGURES.leaveOneOut.title}” shows how much hangs on each.`,
  ],
  [
    'rank',
    'One more than the number of models that are significantly better, so several may share one. Only models that were asked the same cases with the same prompt are ranked together.',
  ],
]

/** What needs no understanding has on these very cases. */
function addedNotes({ cases, badCases, contestants }: Summary): Partial<Record<MeasureKey, string>> {
  const { randomRule = null, commonestRule = null } = contestants[0]?.score.floor ?? {}
  return {
    ...(cases > 0 && {
      accuracy: ` ${formatCount(badCases)} of these ${formatCount(cases)} cases are bad, so always saying “bad” has ${formatPercent(badCases / cases)}.`,
    }),
    ...(randomRule !== null && {
      rightReason: ` Always saying “bad” with a rule drawn at random has ${formatPercent(randomRule)}, with the commonest rule ${formatPercent(commonestRule)}.`,
    }),
  }
}

/** The warnings; false when there are none. */
export function renderCautions(summary: Summary): HtmlValue {
  const cautions = [...fewQueries(summary), ...singleQueries(summary), ...unequalCases(summary)]
  return (
    cautions.length > 0 &&
    html`<aside class="caution" aria-label="Caution">${cautions.map(text => html`<p>${text}</p>`)}</aside>`
  )
}

function fewQueries({ contestants, queries }: Summary): string[] {
  const fewest = Math.min(...contestants.map(({ score }) => score.queries))
  if (contestants.length === 0 || fewest >= 10) return []
  const found = formatPlural(fewest, 'query', 'queries')
  return [
    `${fewest === queries ? `This report rests on ${found}` : `Some contestants were asked only ${found}`}. With fewer than 10, intervals are rough and too narrow: take the order as a hint.`,
  ]
}

function singleQueries({ contestants, applications }: Summary): string[] {
  const single = new Set(
    contestants.flatMap(({ applications }) =>
      applications.filter(({ queries }) => queries === 1).map(({ application }) => application),
    ),
  )
  if (single.size === 0 || applications.length === 1) return []
  return [
    `${formatPlural(single.size, 'application has', 'applications have')} a single query, which cannot be resampled: overall intervals are too narrow.`,
  ]
}

function unequalCases({ contestants, cases }: Summary): string[] {
  const fewer = contestants.filter(({ score }) => score.cases < cases).length
  if (fewer === 0) return []
  return [
    `${formatPlural(fewer, 'contestant was', 'contestants were')} not asked all ${formatCount(cases)} cases: scores on different cases cannot be compared directly.`,
  ]
}
