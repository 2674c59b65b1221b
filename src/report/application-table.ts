import { formatPercent, NO_VALUE } from '../lib/format-measure.ts'
import { html, type SafeHtml } from '../lib/safe-html.ts'
import type { ApplicationScore, ContestantSummary, Summary } from '../summary.ts'
import { renderContestant } from './contestant.ts'

/** Contestant × application. `anchors` leads from an application to its cases. */
export function renderApplicationTable({ contestants, applications }: Summary, anchors: Map<string, string>): SafeHtml {
  return html`<div class="scroll" role="region" aria-label="Scores by application" tabindex="0">
<table class="cards by-application" role="table">
<caption>Balanced accuracy on each application, and accuracy below it.</caption>
<thead role="rowgroup"><tr role="row">
<th role="columnheader" scope="col">Contestant</th>
${applications.map(application => html`<th role="columnheader" scope="col" class="number"><a href="#${anchors.get(application)}"><bdi>${application}</bdi></a></th>\n`)}</tr></thead>
<tbody role="rowgroup">
${contestants.map(contestant => renderRow(contestant, applications))}</tbody>
</table>
</div>`
}

function renderRow(contestant: ContestantSummary, applications: string[]): SafeHtml {
  const scores = new Map(contestant.applications.map(score => [score.application, score]))
  return html`<tr role="row"${contestant.isBaseline && html` class="baseline"`}>
<th role="rowheader" scope="row">${renderContestant(contestant, contestant.isBaseline)}</th>
${applications.map(application => renderCell(application, scores.get(application)))}</tr>
`
}

function renderCell(application: string, score: ApplicationScore | undefined): SafeHtml {
  return html`<td role="cell" class="number" data-label="${application}">${
    score
      ? html`<b>${formatPercent(score.balancedAccuracy?.value)}</b><span class="small">${formatPercent(score.accuracy?.value)} accuracy</span>`
      : html`${NO_VALUE}<span class="small">not asked</span>`
  }</td>
`
}
