import type { Evaluation } from '../domain.ts'
import { NO_VALUE } from '../lib/format-measure.ts'
import { type HtmlValue, html, type SafeHtml } from '../lib/safe-html.ts'
import { renderContestant } from './contestant.ts'
import { formatCount, formatDuration } from './format.ts'
import { type CaseEntry, isRight } from './group-cases.ts'
import { shorten } from './shorten.ts'

/** Longer explanations fold. */
const FOLDED_FROM = 1500
/** And are cut here, with a note: a reply may hold megabytes. */
const LONGEST_EXPLANATION = 20_000
const LONGEST_RULE_LIST = 1000

/** What every contestant said about a case. */
export function renderVerdicts({ facts, evaluations }: CaseEntry): SafeHtml {
  return html`<table class="cards verdicts" role="table">
<caption>Verdicts on <bdi>${facts.casePath}</bdi>, which is ${facts.label}.</caption>
<thead role="rowgroup"><tr role="row">
<th role="columnheader" scope="col">Contestant</th>
<th role="columnheader" scope="col">Verdict</th>
<th role="columnheader" scope="col">Rules named</th>
<th role="columnheader" scope="col">Explanation</th>
<th role="columnheader" scope="col" class="number">Repeat</th>
<th role="columnheader" scope="col" class="number">Latency</th>
</tr></thead>
<tbody role="rowgroup">
${evaluations.map(renderRow)}</tbody>
</table>`
}

function renderRow(evaluation: Evaluation): SafeHtml {
  const { verdict, repeat, latencyMs } = evaluation
  return html`<tr role="row">
<th role="rowheader" scope="row">${renderContestant(evaluation)}</th>
<td role="cell" data-label="Verdict">${renderVerdict(evaluation)}</td>
<td role="cell" class="text" data-label="Rules named">${renderRules(verdict.rules)}</td>
<td role="cell" class="text explanation" data-label="Explanation">${renderExplanation(verdict.explanation)}</td>
<td role="cell" class="number" data-label="Repeat">${repeat}</td>
<td role="cell" class="number" data-label="Latency">${formatDuration(latencyMs)}</td>
</tr>
`
}

// Told apart by shape and word; the colour only helps.
function renderVerdict(evaluation: Evaluation): SafeHtml {
  const { result } = evaluation.verdict
  const isAnswered = result === 'good' || result === 'bad'
  if (isRight(evaluation))
    return html`<span class="mark right"><span aria-hidden="true">✓</span> right</span><span class="small">said ${result}</span>`
  if (isAnswered)
    return html`<span class="mark wrong"><span aria-hidden="true">✗</span> wrong</span><span class="small">said ${result}</span>`
  return html`<span class="mark wrong"><span aria-hidden="true">○</span> wrong</span><span class="small">no answer: ${result}</span>`
}

function renderRules(rules: string[]): HtmlValue {
  if (rules.length === 0) return NO_VALUE
  const { text, omitted } = shorten(rules.join(', '), LONGEST_RULE_LIST)
  return html`<bdi>${text}</bdi>${omitted > 0 && '…'}`
}

function renderExplanation(explanation: string): HtmlValue {
  if (explanation.trim() === '') return NO_VALUE
  if (explanation.length <= FOLDED_FROM) return explanation
  const { text, omitted } = shorten(explanation, LONGEST_EXPLANATION)
  return html`<details><summary><span class="opening">${shorten(explanation, 300).text}…</span> <span class="more">all ${formatCount(explanation.length)} characters</span></summary>${text}${
    omitted > 0 &&
    html`… <span class="small">${formatCount(omitted)} more characters are not shown here; the database has them all.</span>`
  }</details>`
}
