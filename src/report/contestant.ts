import type { ModelIdentity } from '../domain.ts'
import { makeVisible } from '../lib/text/hidden-characters.ts'
import { type HtmlValue, html, type SafeHtml } from '../lib/text/safe-html.ts'
import type { ContestantSummary } from '../summary.ts'
import type { PageContestant } from './page-data.ts'

interface Contestant {
  model: ModelIdentity
  prompt: string
}

/** A contestant's name, with what tells it from its namesakes in small print below. */
export function renderContestant(contestant: Contestant): SafeHtml {
  return html`<span class="name"><bdi>${contestant.model.name}</bdi></span>
<span class="small">${circumstances(contestant)}</span>`
}

/** host · parameters, if any · prompt, if it is not the default */
function circumstances({ model, prompt }: Contestant): HtmlValue {
  return [
    html`<bdi>${model.host}</bdi>`,
    model.parameters !== '{}' && html` · <bdi>${model.parameters}</bdi>`,
    prompt !== 'default' && html` · prompt <bdi>${prompt}</bdi>`,
  ]
}

/** A name of its own for each, on one line: the model's, and as much as it takes to tell it from the others. */
export function nameContestants(contestants: (Contestant & Pick<ContestantSummary, 'isBaseline'>)[]): PageContestant[] {
  const facets: ((contestant: Contestant) => string)[] = [
    ({ model }) => model.name,
    ({ prompt }) => (prompt === 'default' ? '' : prompt),
    ({ model }) => model.host,
    ({ model }) => model.parameters,
  ]
  return contestants.map(contestant => {
    const namesakes = contestants.filter(other => other !== contestant && other.model.name === contestant.model.name)
    const parts = facets.filter(
      (facet, index) => index === 0 || namesakes.some(other => facet(other) !== facet(contestant)),
    )
    return {
      name: makeVisible(
        parts
          .map(facet => facet(contestant))
          .filter(Boolean)
          .join(' · '),
      ),
      isBaseline: contestant.isBaseline,
    }
  })
}
