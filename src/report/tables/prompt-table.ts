// The scores of each model under each evaluation prompt.

import type { ModelIdentity } from '../../domain.ts'
import { formatInterval, formatPercent, NO_VALUE } from '../../lib/text/format-measure.ts'
import { type HtmlValue, html, type SafeHtml } from '../../lib/text/safe-html.ts'
import type { ContestantSummary, Summary } from '../../summary.ts'
import { heatStep } from './heat-map.ts'

/** Null when there is only one prompt, or no model was asked with two. */
export function renderPromptTable({ prompts, contestants }: Summary): HtmlValue {
  if (prompts.length < 2) return null
  const models = [...Map.groupBy(contestants, ({ model }) => JSON.stringify(model)).values()].filter(
    list => list.length > 1,
  )
  if (models.length === 0) return null
  return html`<section aria-labelledby="prompts">
<h2 id="prompts">Prompts compared</h2>
<p class="caption">Balanced accuracy of each model under each evaluation prompt, with its 95% interval; a model’s best is set bold. Small differences are chance.</p>
<div class="scroll" role="region" aria-label="Table of prompts" tabindex="0">
<table class="heat" id="prompt-map" data-sortable>
<caption class="unseen">Prompts compared</caption>
<thead><tr><th scope="col">Model</th>
${prompts.map(prompt => html`<th scope="col" class="number"><bdi>${prompt}</bdi></th>\n`)}</tr></thead>
<tbody>
${models.map(list => renderRow(list, prompts))}</tbody>
</table></div>
</section>`
}

function renderRow(list: ContestantSummary[], prompts: string[]): SafeHtml {
  const model = list[0]?.model as ModelIdentity
  const best = Math.max(...list.map(({ score }) => score.balancedAccuracy?.value ?? 0))
  return html`<tr${list[0]?.isBaseline && html` class="baseline"`}><th scope="row"><span class="name"><bdi>${model.name}</bdi></span><span class="small"><bdi>${model.host}</bdi></span></th>
${prompts.map(prompt => {
  const measure = list.find(one => one.prompt === prompt)?.score.balancedAccuracy
  if (!measure) return html`<td class="number none" data-value="">${NO_VALUE}</td>\n`
  const text = formatPercent(measure.value)
  return html`<td class="number h${heatStep(measure.value, 0.5)}" data-value="${measure.value}">${measure.value === best ? html`<b>${text}</b>` : text}<span class="small">${measure.interval && formatInterval(measure.interval)}</span></td>\n`
})}</tr>
`
}
