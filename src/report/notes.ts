// How to read the numbers, in one sentence each, and when to be careful with them.

import { formatPercent } from '../lib/format-measure.ts'
import { type HtmlValue, html, type SafeHtml } from '../lib/safe-html.ts'
import type { Summary } from '../summary.ts'
import { formatCount, formatPlural } from './format.ts'

export function renderNotes({ cases, badCases }: Summary): SafeHtml {
  const base =
    cases > 0 &&
    `; ${formatCount(badCases)} of these ${formatCount(cases)} cases are bad, so always saying “bad” has ${formatPercent(badCases / cases)}`
  return html`<dl class="notes">
<div><dt>Balanced accuracy</dt><dd>The mean of two shares, bad cases called bad and good cases called good: guessing, or always saying the same, has 50% whatever the mix.</dd></div>
<div><dt>95% interval</dt><dd>Where the score would probably lie with other queries in the same applications (a bootstrap over queries); intervals that overlap much say that the order may be chance, and a score of 0% or 100% has none worth the name.</dd></div>
<div><dt>Accuracy</dt><dd>The share of cases judged right${base}.</dd></div>
<div><dt>Catch rate</dt><dd>The share of bad cases called bad; more is better.</dd></div>
<div><dt>False alarms</dt><dd>The share of good cases called bad; less is better.</dd></div>
<div><dt>Answered</dt><dd>The share of evaluations that gave a verdict; one that was refused, truncated, unreadable or empty counts as wrong.</dd></div>
<div><dt>Cases</dt><dd>How many were asked, and of how many queries; a case that was asked repeatedly counts once, by the share of its repeats.</dd></div>
</dl>`
}

/** Nothing, when there is nothing to warn of. */
export function renderCautions(summary: Summary): HtmlValue {
  const cautions = [...fewQueries(summary), ...loneQueries(summary), ...unequalCases(summary)]
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

function loneQueries({ contestants, applications }: Summary): string[] {
  const lone = new Set(
    contestants.flatMap(({ applications }) =>
      applications.filter(({ queries }) => queries === 1).map(({ application }) => application),
    ),
  )
  if (lone.size === 0 || applications.length === 1) return []
  return [
    `${formatPlural(lone.size, 'application has', 'applications have')} a single query, which cannot be resampled: overall intervals are too narrow.`,
  ]
}

function unequalCases({ contestants, cases }: Summary): string[] {
  const fewer = contestants.filter(({ score }) => score.cases < cases).length
  if (fewer === 0) return []
  return [
    `${formatPlural(fewer, 'contestant was', 'contestants were')} not asked all ${formatCount(cases)} cases: scores on different cases cannot be compared directly.`,
  ]
}
