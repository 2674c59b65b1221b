// The queries with the lowest scores, and those whose scores differ most between models.

import { formatPercent } from '../../lib/text/format-measure.ts'
import { type HtmlValue, html, type SafeHtml } from '../../lib/text/safe-html.ts'
import type { QuerySummary, Summary } from '../../summary.ts'
import { formatAddress } from '../client/address.js'
import { nameContestants } from '../contestant.ts'

const MOST_QUERIES = 10

export function renderQueryTables(summary: Summary): HtmlValue {
  const judged = summary.queryScores.filter(({ mean }) => mean !== null)
  if (judged.length === 0) return html`<p>No model was asked both good and bad cases of a query.</p>`
  const hardest = judged.toSorted((a, b) => (a.mean ?? 1) - (b.mean ?? 1)).slice(0, MOST_QUERIES)
  const splitting = judged
    .filter(({ spread }) => (spread ?? 0) > 0)
    .toSorted((a, b) => (b.spread ?? 0) - (a.spread ?? 0))
    .slice(0, MOST_QUERIES)
  return html`<div class="columns">
${renderTable('hardest', 'The hardest', 'Mean balanced accuracy of all models; each dot is one.', 'Mean', hardest, ({ mean }) => mean, summary)}
${splitting.length > 0 && renderTable('splitting', 'Those that split the models', 'The standard deviation between models, in points.', 'Spread', splitting, ({ spread }) => spread, summary)}
</div>`
}

function renderTable(
  id: string,
  title: string,
  caption: string,
  measure: string,
  queries: QuerySummary[],
  measured: (query: QuerySummary) => number | null,
  summary: Summary,
): SafeHtml {
  const names = nameContestants(summary.contestants)
  return html`<div><h3>${title}</h3>
<table class="queries" id="${id}" data-sortable>
<caption>${caption}</caption>
<thead><tr><th scope="col">Query</th><th scope="col" class="number">${measure}</th><th scope="col" class="dots"><span class="head">Models, 0 to 100%</span></th></tr></thead>
<tbody>
${queries.map(query => {
  const value = measured(query)
  const shown = measure === 'Mean' ? formatPercent(value) : ((value ?? 0) * 100).toFixed(1)
  const best = Math.max(...query.scores.map(score => score ?? 0))
  return html`<tr><th scope="row"><a class="into-cases" href="${formatAddress({ app: query.application, search: `${query.application}/${query.query}` })}"><bdi>${query.query}</bdi></a><span class="small"><bdi>${query.application}</bdi></span></th>
<td class="number" data-value="${value}">${shown}</td><td class="dots" data-value="${best}">${renderDots(query, names)}</td></tr>
`
})}</tbody>
</table></div>`
}

/** One dot for each model. Dots that overlap look darker. */
function renderDots({ scores }: QuerySummary, names: { name: string; isBaseline: boolean }[]): SafeHtml {
  const hasModels = names.some(({ isBaseline }) => !isBaseline)
  const dots = scores.flatMap((score, place) => {
    const contestant = names[place]
    return score === null || !contestant || (hasModels && contestant.isBaseline)
      ? []
      : [{ score, name: contestant.name }]
  })
  const spokenText = dots.map(({ score, name }) => `${name} ${formatPercent(score)}`).join(', ')
  return html`<span class="unseen">${spokenText}</span><svg class="strip" height="20" aria-hidden="true" focusable="false"><line class="track" x1="2%" x2="98%" y1="10" y2="10"/><line class="chance" x1="50%" x2="50%" y1="2" y2="18"/>${dots.map(
    ({ score, name }) =>
      html`<circle class="dot" cx="${(2 + score * 96).toFixed(2)}%" cy="10" r="4.5"><title>${name} ${formatPercent(score)}</title></circle>`,
  )}</svg>`
}
