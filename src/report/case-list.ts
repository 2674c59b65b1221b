import { type HtmlValue, html, type SafeHtml } from '../lib/safe-html.ts'
import { formatPlural } from './format.ts'
import type { ApplicationCases, CaseEntry } from './group-cases.ts'
import { renderVerdicts } from './verdict-table.ts'

/** Every case, closed until it is opened: application, query, case. */
export function renderCases(applications: ApplicationCases[]): HtmlValue {
  return applications.map(
    ({ application, anchor, queries }) => html`<section class="application" id="${anchor}">
<h3><bdi>${application}</bdi></h3>
${queries.map(
  ({ query, cases }) => html`<section class="query">
<h4><bdi>${query}</bdi> <span class="small">${formatPlural(cases.length, 'case')}</span></h4>
${cases.map(renderCase)}</section>
`,
)}</section>
`,
  )
}

// The anchor stands inside: browsers open a closed <details> when an address leads into it.
function renderCase(entry: CaseEntry): SafeHtml {
  const { facts, anchor, version } = entry
  return html`<details class="case">
<summary><span class="label ${facts.label}">${facts.label}</span> <bdi class="file">${fileName(entry)}</bdi>${
    version.of > 1 && html` <span class="tag">version ${version.number} of ${version.of}</span>`
  } <span class="hits">${entry.right} of ${entry.contestants} right</span></summary>
<div class="body" id="${anchor}">
<p class="text description">${unwrap(facts.description)}</p>
<dl class="about">
<div><dt>Case</dt><dd><a href="#${anchor}"><bdi>${facts.casePath}</bdi></a></dd></div>
<div><dt>Label</dt><dd>${facts.label}</dd></div>
${facts.violates.length > 0 && html`<div><dt>Rules broken</dt><dd><bdi>${facts.violates.join(', ')}</bdi></dd></div>\n`}${
  facts.language !== '' && html`<div><dt>Language</dt><dd><bdi>${facts.language}</bdi></dd></div>\n`
}${
  version.of > 1 &&
  html`<div><dt>Version</dt><dd>${version.number} of ${version.of}: the case was edited between evaluations; this one was last asked at ${facts.timestamp}</dd></div>\n`
}</dl>
<pre><code>${facts.code}</code></pre>
${renderVerdicts(entry)}
</div>
</details>
`
}

function fileName({ facts }: CaseEntry): string {
  const folder = `${facts.application}/`
  return facts.casePath.startsWith(folder) ? facts.casePath.slice(folder.length) : facts.casePath
}

// Prose in a Markdown file is wrapped by hand. Lines are joined, unless the next begins a paragraph, a list or the like.
function unwrap(text: string): string {
  return text.replace(/(?<=\S)\r?\n(?=[\p{L}`"'(])/gu, ' ')
}
