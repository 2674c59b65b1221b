// One file that can be sent to a colleague: no request, no script. Whatever models and cases say enters it through
// `html`, which escapes; the POLICY below is the second wall, not the first.

import { createHash } from 'node:crypto'
import type { Evaluation } from '../domain.ts'
import { html, trustedHtml } from '../lib/safe-html.ts'
import type { Summary } from '../summary.ts'
import { renderApplicationTable } from './application-table.ts'
import { renderCases } from './case-list.ts'
import { groupCases } from './group-cases.ts'
import { renderHeadline } from './headline.ts'
import { renderLeaderboard } from './leaderboard.ts'
import { renderCautions, renderNotes } from './notes.ts'
import { style } from './style.ts'

/** The POLICY allows our style sheet, by its hash, and nothing else. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Renders the whole page. `summary` is what `evaluations` add up to. */
export function renderReport({
  title = 'Security Benchmark',
  generatedAt,
  summary,
  evaluations,
}: {
  title?: string
  generatedAt: Date
  summary: Summary
  evaluations: Evaluation[]
}): string {
  const applications = groupCases(evaluations, summary)
  const anchors = new Map(applications.map(({ application, anchor }) => [application, anchor]))
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trustedHtml(style)}</style>
</head>
<body>
${renderHeadline(title, generatedAt, summary)}
<main>
<section aria-labelledby="leaderboard">
<h2 id="leaderboard">Leaderboard</h2>
${renderCautions(summary)}
${renderLeaderboard(summary)}
<h3>How to read the numbers</h3>
${renderNotes(summary)}
</section>
<section aria-labelledby="applications">
<h2 id="applications">By application</h2>
${renderApplicationTable(summary, anchors)}
</section>
<section aria-labelledby="cases">
<h2 id="cases">Cases</h2>
<p>Open a case for its code and for what every contestant said about it. A contestant is right about a case when all its repeats are.</p>
${renderCases(applications)}
</section>
</main>
<footer>
<p>Written by Security Benchmark Suite. Labels come from the cases; verdicts and explanations are the contestants’ own words, shown as text, with control characters and invisible ones made visible.</p>
</footer>
</body>
</html>
`)
}
