// The report is one HTML file, which can be sent to a colleague and makes no request. The text of models and cases enters the
// page through `html`, which escapes it, or as compressed data, which the script turns into text nodes. The
// Content-Security-Policy is a second protection, should one of these fail.

import { visibleDeep } from '../lib/text/hidden-characters.ts'
import { type HtmlValue, html, trustedHtml } from '../lib/text/safe-html.ts'
import type { Summary } from '../summary.ts'
import { highlighterFor, policyFor, renderData, renderScript, SCRIPT, STYLE } from './assets.ts'
import { renderCaseSection } from './case-section.ts'
import { renderCostChart, renderTradeOffChart } from './charts/charts.ts'
import { formatCount } from './format.ts'
import { renderHeadline } from './headline.ts'
import { renderCautions, renderNotes } from './notes.ts'
import { compressJson } from './pack/compress.ts'
import type { PackedCases } from './pack/pack-cases.ts'
import type { PageIndex, PageTexts } from './page-data.ts'
import { renderComparisonTable } from './tables/comparison-table.ts'
import { renderApplicationMap, renderCategoryMap, renderLanguageMap, renderLevelMap } from './tables/heat-map.ts'
import { renderLeaderboard } from './tables/leaderboard.ts'
import { renderMeasureTable } from './tables/measure-table.ts'
import { renderPromptTable } from './tables/prompt-table.ts'
import { renderQueryTables } from './tables/query-tables.ts'

export interface ReportContent {
  title?: string
  generatedAt: Date
  summary: Summary
  packed: PackedCases & { longest: number }
  index: PageIndex
  /** Only in a full report. */
  texts?: PageTexts
}

/** The page as a list of strings, to be written one after the other. */
export async function renderReport(content: ReportContent): Promise<string[]> {
  const { title = 'Security Benchmark', generatedAt, summary, packed, index, texts } = content
  const highlighter = highlighterFor(summary.languages)
  const policy = policyFor({ scripts: [highlighter, SCRIPT].filter(Boolean), styles: [STYLE] })
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trustedHtml(STYLE)}</style>
</head>
<body>
<a class="skip" href="#cases">Go to the cases</a>
${renderHeadline(title, generatedAt, summary)}
<main>
<section aria-labelledby="leaderboard">
<h2 id="leaderboard">Leaderboard</h2>
${renderLeaderboard(summary)}
${renderCautions(summary)}
</section>
<section aria-labelledby="trade-off">
<h2 id="trade-off">Catching flaws, and crying wolf</h2>
<p>One point a model. The best stand at the upper left: they catch what is bad and leave the good alone. Whoever stands on the diagonal knows nothing, however much it catches.</p>
${await renderTradeOffChart(summary)}
${await renderCostChart(summary)}
</section>
${renderMaps(summary)}
<section aria-labelledby="queries">
<h2 id="queries">Queries</h2>
${renderQueryTables(summary)}
</section>
${renderPromptTable(summary)}
${renderComparisonTable(summary)}
<section aria-labelledby="measures">
<h2 id="measures">All measures</h2>
${renderMeasureTable(summary)}
</section>
${renderCaseSection(index)}
<section aria-labelledby="notes">
<h2 id="notes">How to read the numbers</h2>
${renderNotes(summary)}
</section>
</main>
<dialog id="case" aria-labelledby="case-title"></dialog>
<p id="status" class="unseen" role="status"></p>
<footer>
${renderShortened(packed)}<p>Written by Security Benchmark Suite. Labels come from the cases; verdicts and explanations are the models’ own words, shown as text, with control characters and invisible ones made visible.</p>
</footer>
`
  return [
    String(page),
    String(renderData('index', await compressJson(index))),
    ...packed.chunks.map((chunk, number) => String(renderData(`chunk-${number}`, chunk))),
    texts ? String(renderData('texts', await compressJson(visibleDeep(texts)))) : '',
    highlighter ? String(renderScript(highlighter)) : '',
    String(renderScript(SCRIPT)),
    '</body>\n</html>\n',
  ]
}

/** A heat map of one column is left out: it would repeat the leaderboard. */
function renderMaps(summary: Summary): HtmlValue {
  const maps = [
    summary.categories.length > 0 && html`<h3>By category</h3>\n${renderCategoryMap(summary)}\n`,
    summary.applications.length > 1 && html`<h3>By application</h3>\n${renderApplicationMap(summary)}\n`,
    summary.levels.length > 1 && html`<h3>By level</h3>\n${renderLevelMap(summary)}\n`,
    summary.languages.length > 1 && html`<h3>By language</h3>\n${renderLanguageMap(summary)}\n`,
  ]
  if (!maps.some(Boolean)) return null
  return html`<section aria-labelledby="maps">
<h2 id="maps">Strong and weak spots</h2>
${maps}</section>`
}

function renderShortened({ shortened, longest }: ReportContent['packed']): HtmlValue {
  if (shortened.answers === 0) return null
  return html`<p class="shortened">${formatCount(shortened.answers)} explanations were cut after ${formatCount(longest)} characters (${formatCount(shortened.characters)} characters in all) to keep this page below 15 MB. <code>npm run report -- --full</code> keeps everything.</p>\n`
}
