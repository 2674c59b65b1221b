// The section of cases: filters for readers with JavaScript, and a plain table for readers without.

import { type HtmlValue, html, type SafeHtml } from '../lib/text/safe-html.ts'
import { MARKS, markKind } from './client/marks.js'
import { listCases } from './client/select-cases.js'
import { formatCount } from './format.ts'
import type { PageIndex } from './page-data.ts'

export function renderCaseSection(index: PageIndex): SafeHtml {
  return html`<section aria-labelledby="cases">
<h2 id="cases">Cases</h2>
<noscript>${renderPlainTable(index)}</noscript>
<div id="case-tools" hidden>
<form id="filters" role="search" aria-label="Cases">
<label class="wide"><span>Search</span><input name="search" type="search" autocomplete="off" spellcheck="false" placeholder="path, description, rule, category"></label>
${renderSelect('model', 'Model', 'any')}
${renderSelect('verdict', 'Verdict', 'any')}
<label><span>Right or wrong</span><select name="right"><option value="">either</option><option value="right">right</option><option value="wrong">wrong</option></select></label>
${renderSelect('app', 'Application', 'all')}
${renderSelect('category', 'Category', 'all')}
${renderSelect('language', 'Language', 'all')}
${renderSelect('level', 'Level', 'all')}
<label><span>Label</span><select name="label"><option value="">both</option><option value="good">good</option><option value="bad">bad</option></select></label>
<p class="found"><span id="count"></span> <button type="reset" id="reset" hidden>Clear filters</button></p>
</form>
<p class="small hint">✓ right, ✗ wrong, ○ no verdict, ± its repeats differ, · not asked; in the order of the leaderboard. The address of this page follows what you choose: copy it to share a view. / goes to the search; in a case, ← and → go to its neighbours.</p>
</div>
<div id="case-table"></div>
</section>`
}

function renderSelect(name: string, title: string, all: string): SafeHtml {
  return html`<label><span>${title}</span><select name="${name}"><option value="">${all}</option></select></label>`
}

/** This goes into <noscript>. Browsers that run JavaScript do not build its elements, so a long table costs nothing. */
function renderPlainTable(index: PageIndex): SafeHtml {
  return html`<p>This page shows code, explanations and filters with JavaScript, which is off here; the scores above need none.</p>
<table class="plain">
<caption>All ${formatCount(index.cases.length)} cases, and who was right: ✓ right, ✗ wrong, ○ no verdict, ± its repeats differ, · not asked; in the order of the leaderboard.</caption>
<thead><tr><th scope="col">Case</th><th scope="col">Label</th><th scope="col">Category</th><th scope="col" class="number">Right</th><th scope="col">Verdicts</th></tr></thead>
<tbody>
${listCases(index).map(
  ({ facts, verdicts, right, asked }): HtmlValue =>
    html`<tr><th scope="row"><bdi>${facts.path}</bdi></th><td>${facts.label}</td><td>${facts.category}</td><td class="number">${right} of ${asked}</td><td class="marks">${verdicts.map(letters => MARKS[markKind(letters, facts.label)]).join('')}</td></tr>\n`,
)}</tbody>
</table>`
}
