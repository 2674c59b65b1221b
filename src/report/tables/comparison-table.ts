// Two models on the same cases: is the difference more than chance?

import { type HtmlValue, html, type SafeHtml } from '../../lib/text/safe-html.ts'
import type { Comparison, ContestantSummary, Measure, Summary } from '../../summary.ts'
import { nameContestants } from '../contestant.ts'
import { formatCount } from '../format.ts'

/** Null when there is no pair of models. */
export function renderComparisonTable({ comparisons, contestants }: Summary): HtmlValue {
  if (comparisons.length === 0) return null
  const widest = Math.max(
    ...comparisons.flatMap(({ difference: { value, interval } }) =>
      [value, interval?.low ?? 0, interval?.high ?? 0].map(Math.abs),
    ),
    0.01,
  )
  const significant = comparisons.filter(({ isSignificant }) => isSignificant).length
  return html`<section aria-labelledby="comparisons">
<h2 id="comparisons">Paired comparisons</h2>
<p>Each pair of models on all cases that both were asked, unanswered counted as wrong. The test swaps the answers of whole queries; p is corrected for the number of comparisons (Holm). ${formatCount(significant)} of ${formatCount(comparisons.length)} differences are more than chance.</p>
<p class="caption">Difference in balanced accuracy, in points, and how the cases fall.</p>
<div class="scroll" role="region" aria-label="Table of paired comparisons" tabindex="0">
<table class="comparisons" id="comparison-table" data-sortable data-fold>
<caption class="unseen">Paired comparisons</caption>
<thead><tr>
<th scope="col">Better</th>
<th scope="col">Other</th>
<th scope="col" class="number">Difference</th>
<th scope="col" class="range"><span class="head">95% interval</span></th>
<th scope="col" class="number">p, corrected</th>
<th scope="col" class="number">Both right</th>
<th scope="col" class="number">Only the first</th>
<th scope="col" class="number">Only the other</th>
<th scope="col" class="number">Both wrong</th>
<th scope="col" class="number">Cases</th>
</tr></thead>
${[...Map.groupBy(comparisons, ({ prompt }) => prompt)].map(([prompt, family], _, all) => renderFamily(all.length > 1 ? prompt : null, family, contestants, widest))}</table></div>
</section>`
}

/** The comparisons of one prompt. The names of its models only have to be unique within the prompt. */
function renderFamily(
  prompt: string | null,
  family: Comparison[],
  contestants: ContestantSummary[],
  widest: number,
): SafeHtml {
  const places = [...new Set(family.flatMap(({ a, b }) => [a, b]))]
  const members = places.flatMap(place => contestants[place] ?? [])
  const names = new Map(nameContestants(members).map(({ name }, nth) => [places[nth] ?? -1, name]))
  return html`<tbody>
${prompt !== null && html`<tr class="group"><th colspan="10" scope="rowgroup">Prompt <bdi>${prompt}</bdi></th></tr>\n`}${family.map(comparison => renderRow(comparison, names, widest))}</tbody>
`
}

function renderRow(comparison: Comparison, names: Map<number, string>, widest: number): SafeHtml {
  const { a, b, difference, adjustedP, isSignificant, table, cases } = comparison
  const isSwapped = difference.value < 0
  const shown = isSwapped ? negate(difference) : difference
  const [first, second] = isSwapped ? [b, a] : [a, b]
  const [only, other] = isSwapped ? [table.onlyB, table.onlyA] : [table.onlyA, table.onlyB]
  const counts = [table.bothRight, only, other, table.bothWrong]
  return html`<tr${!isSignificant && html` class="faint"`}>
<th scope="row"><bdi>${names.get(first)}</bdi></th>
<td><bdi>${names.get(second)}</bdi></td>
<td class="number" data-value="${shown.value}">${isSignificant ? html`<b>${points(shown.value)}</b>` : points(shown.value)}</td>
<td class="range" data-value="${shown.interval?.low ?? ''}">${shown.interval && renderBar(shown, widest)}<span class="small">${shown.interval && `${points(shown.interval.low)} to ${points(shown.interval.high)}`}</span></td>
<td class="number" data-value="${adjustedP}">${formatP(adjustedP)}${isSignificant && html`<span class="small">more than chance</span>`}</td>
${counts.map(count => html`<td class="number" data-value="${count}">${formatShareCount(count)}</td>\n`)}<td class="number" data-value="${cases}">${formatCount(cases)}</td>
</tr>
`
}

function negate({ value, interval }: Measure): Measure {
  return { value: -value, interval: interval && { low: -interval.high, high: -interval.low } }
}

function renderBar({ value, interval }: Measure, widest: number): SafeHtml {
  const at = (place: number) => `${(50 + (place / widest) * 48).toFixed(2)}%`
  const { low, high } = interval ?? { low: value, high: value }
  return html`<svg class="bar" height="20" aria-hidden="true" focusable="false"><line class="track" x1="0" x2="100%" y1="10" y2="10"/><line class="chance" x1="50%" x2="50%" y1="0" y2="20"/><rect class="range" x="${at(low)}" y="6.5" width="${(((high - low) / widest) * 48).toFixed(2)}%" height="7" rx="3.5"/><line class="point" x1="${at(value)}" x2="${at(value)}" y1="2.5" y2="17.5"/></svg>`
}

/** 0.052 → +5.2 */
function points(value: number): string {
  const text = (value * 100).toFixed(1)
  return value > 0 ? `+${text}` : text.replace('-', '−')
}

function formatP(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3)
}

/** 3 → 3; 3.5 → 3.5. A case whose repeats disagree counts by the share that is right. */
function formatShareCount(count: number): string {
  return Number.isInteger(count) ? formatCount(count) : count.toFixed(1)
}
