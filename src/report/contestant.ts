import type { ModelIdentity } from '../domain.ts'
import { type HtmlValue, html, type SafeHtml } from '../lib/safe-html.ts'

interface Contestant {
  model: ModelIdentity
  prompt: string
}

/** A contestant's name, with what tells it from its namesakes in small print below. */
export function renderContestant(contestant: Contestant, isBaseline = false): SafeHtml {
  return html`<span class="name"><bdi>${contestant.model.name}</bdi>${isBaseline && html` <span class="tag">baseline</span>`}</span>
<span class="small">${circumstances(contestant)}</span>`
}

/** host · parameters, if any · prompt */
function circumstances({ model, prompt }: Contestant): HtmlValue {
  return [
    html`<bdi>${model.host}</bdi> · `,
    model.parameters !== '{}' && html`<bdi>${model.parameters}</bdi> · `,
    html`prompt <bdi>${prompt}</bdi>`,
  ]
}
