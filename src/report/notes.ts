// One sentence about each measure, and warnings about numbers that are not reliable.

import { formatPercent } from '../lib/text/format-measure.ts'
import { type HtmlValue, html, type SafeHtml } from '../lib/text/safe-html.ts'
import type { Summary } from '../summary.ts'
import { formatCount, formatPlural } from './format.ts'

export function renderNotes({ cases, badCases, contestants }: Summary): SafeHtml {
  const base =
    cases > 0 &&
    `; ${formatCount(badCases)} of these ${formatCount(cases)} cases are bad, so always saying “bad” has ${formatPercent(badCases / cases)}`
  const floor = contestants[0]?.score.floor
  const notes: [string, HtmlValue][] = [
    [
      'Balanced accuracy',
      'The mean of two shares, bad cases called bad and good cases called good: guessing, or always saying the same, has 50% whatever the mix.',
    ],
    [
      '95% interval',
      'Where the score would probably lie with other queries in these applications: a bootstrap that draws whole queries within applications, since the six cases of one are not independent. It does not speak for other applications; “one application left out” shows how much hangs on each.',
    ],
    [
      'Rank',
      'One more than the number of models that are significantly better, so several may share one. Only models that were asked the same cases with the same prompt are ranked together.',
    ],
    ['Accuracy', html`The share of cases judged right${base}.`],
    ['Catch rate', 'The share of bad cases called bad; more is better.'],
    ['False alarms', 'The share of good cases called bad; less is better.'],
    [
      'Right reason',
      html`Of all bad cases: called bad, and the first rule named is one that is really broken.${
        floor?.randomRule !== null &&
        floor?.randomRule !== undefined &&
        ` Always saying “bad” with a rule drawn at random has ${formatPercent(floor.randomRule)}, with the commonest rule ${formatPercent(floor.commonestRule)}.`
      }`,
    ],
    ['Query solved', 'All six cases of a query judged right, averaged over repeats.'],
    [
      'Pair correct',
      'A good and a bad case of the same query both judged right; a coin has 25%, always saying the same 0%.',
    ],
    [
      'Precision, F1, MCC',
      'Of “bad” verdicts, the share that is right; its harmonic mean with the catch rate; the correlation of verdict and label, where 0 is chance.',
    ],
    [
      'Answered',
      'The share of evaluations that gave a verdict; one that was refused, truncated, unreadable or empty counts as wrong. “Unanswered as wrong – right” is the score both ways.',
    ],
    ['Agreement', 'How often two repeats of one case say the same; kappa is the same beyond chance.'],
  ]
  return html`<dl class="notes">
${notes.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>\n`)}</dl>`
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
