import type { ModelIdentity } from '../domain.ts'
import { makeVisible } from '../lib/text/hidden-characters.ts'
import { type HtmlValue, html, type SafeHtml } from '../lib/text/safe-html.ts'
import type { ContestantSummary } from '../summary.ts'
import type { PageContestant } from './page-data.ts'

interface Contestant {
  model: ModelIdentity
  prompt: string
}

/** The model's name; below it, in small print: its host, its parameters and its prompt. */
export function renderContestant(contestant: Contestant): SafeHtml {
  return html`<span class="name"><bdi>${contestant.model.name}</bdi></span>
<span class="small">${renderSetup(contestant)}</span>`
}

/** host · parameters, if any · prompt, if it is not the default */
function renderSetup({ model, prompt }: Contestant): HtmlValue {
  return [
    html`<bdi>${model.host}</bdi>`,
    model.parameters !== '{}' && html` · <bdi>${model.parameters}</bdi>`,
    prompt !== 'default' && html` · prompt <bdi>${prompt}</bdi>`,
  ]
}

/** A unique name for each, on one line: the name of the model, and the fields in which it differs from others of that name. */
export function nameContestants(contestants: (Contestant & Pick<ContestantSummary, 'isBaseline'>)[]): PageContestant[] {
  const fields: ((contestant: Contestant) => string)[] = [
    ({ model }) => model.name,
    ({ prompt }) => (prompt === 'default' ? '' : prompt),
    ({ model }) => model.host,
    ({ model }) => model.parameters,
  ]
  return contestants.map(contestant => {
    const sameModel = contestants.filter(other => other !== contestant && other.model.name === contestant.model.name)
    const parts = fields.filter(
      (field, index) => index === 0 || sameModel.some(other => field(other) !== field(contestant)),
    )
    return {
      name: makeVisible(
        parts
          .map(field => field(contestant))
          .filter(Boolean)
          .join(' · '),
      ),
      isBaseline: contestant.isBaseline,
    }
  })
}
