// The page's only style sheet. A string and not a file, so that rendering needs no disk.

export const style = `
:root {
  color-scheme: light dark;
  --paper: #fdfdfb; --panel: #f4f5f1; --ink: #1b1f23; --soft: #596069; --line: #dcdfd9;
  --accent: #1d5c87; --range: #a9cbe2; --faint: #c6cac3; --right: #1a6b3c; --wrong: #ad3318; --caution: #fdf4dc; --caution-line: #d9a92b;
  --sans: -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", system-ui, sans-serif;
  --mono: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --panel: #1c2024; --ink: #e7e9eb; --soft: #a3abb3; --line: #30363c;
    --accent: #86bfe6; --range: #2f5a78; --faint: #4b525a; --right: #74cf98; --wrong: #ff9d86; --caution: #2b2615; --caution-line: #b48a1f;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 76rem; padding: 3.5rem 2rem 4rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans);
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
h1, h2, h3, h4 { line-height: 1.2; margin: 0; text-wrap: balance; }
h1 { font-size: 2.5rem; font-weight: 700; letter-spacing: -0.025em; }
h2 { font-size: 1.5rem; letter-spacing: -0.015em; margin: 4rem 0 1.25rem; }
h3 { font-size: 1.125rem; margin: 2.5rem 0 0.75rem; }
h4 { font-size: 1rem; font-weight: 600; margin: 1.75rem 0 0.5rem; }
p { margin: 0 0 1rem; max-width: 44rem; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
dl, dd { margin: 0; }
.small { display: block; color: var(--soft); font-size: 0.8125rem; font-weight: 400; line-height: 1.4; }
.text { white-space: pre-wrap; }
.tag {
  display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 0.5rem; color: var(--soft);
  font-size: 0.75rem; font-weight: 400; line-height: 1.4; white-space: nowrap;
}

.lead { font-size: 1.25rem; line-height: 1.5; margin: 1rem 0 2rem; text-wrap: pretty; }
.facts { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; padding: 1rem 0; border-block: 1px solid var(--line); }
.facts dt { color: var(--soft); font-size: 0.8125rem; }
.facts dd { font-weight: 600; }
.caution { background: var(--caution); border-left: 4px solid var(--caution-line); padding: 0.75rem 1rem; margin: 0 0 1.5rem; }
.caution p { margin: 0; max-width: none; }
.caution p + p { margin-top: 0.5rem; }
.notes { columns: 24rem; column-gap: 3rem; font-size: 0.9375rem; }
.notes > div { break-inside: avoid; padding-bottom: 0.875rem; }
.notes dt { font-weight: 600; }
.notes dd { color: var(--soft); }

table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--soft); font-size: 0.875rem; padding: 0 0 0.75rem; }
th, td { padding: 0.75rem 0.75rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--soft); font-size: 0.8125rem; vertical-align: bottom; padding-block: 0.5rem; border-bottom-color: var(--soft); }
.number { text-align: right; overflow-wrap: normal; }
.cards thead th { overflow-wrap: normal; }
.name { font-weight: 600; }
.scroll { overflow-x: auto; }
.leaderboard .main { font-size: 1.25rem; font-weight: 700; line-height: 1.25; }
.leaderboard td.number { white-space: nowrap; }
.leaderboard .unanswered { white-space: normal; }
.by-application { width: auto; min-width: min(100%, 30rem); }
.by-application thead th { overflow-wrap: anywhere; max-width: 14rem; }
.baseline { background: var(--panel); }
.baseline .name, .baseline .main { font-weight: 500; color: var(--soft); }
.bar { display: block; width: 100%; margin: 0.25rem 0; overflow: visible; }
.bar .track { fill: var(--line); }
.bar .chance { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 2 2; }
.bar .range { fill: var(--range); }
.bar .point { stroke: var(--accent); stroke-width: 4; stroke-linecap: round; }
.baseline .bar .range { fill: var(--faint); }
.baseline .bar .point { stroke: var(--soft); }
.scale text { fill: var(--soft); font-size: 0.6875rem; }

.application > h3 { font-size: 1.25rem; padding-top: 0.5rem; }
h4 .small { display: inline; margin-left: 0.5rem; }
.case { border: 1px solid var(--line); border-bottom-width: 0; }
.case:first-of-type { border-radius: 6px 6px 0 0; }
.case:last-of-type { border-bottom-width: 1px; border-radius: 0 0 6px 6px; }
.case:only-of-type { border-radius: 6px; }
.case > summary { display: flex; align-items: baseline; gap: 0.75rem; padding: 0.5rem 0.875rem; cursor: pointer; list-style: none; }
.case > summary::-webkit-details-marker { display: none; }
.case > summary::before { content: "▸"; color: var(--soft); width: 0.75rem; flex: none; }
.case[open] > summary::before { content: "▾"; }
.case > summary:hover { background: var(--panel); }
.case[open] > summary { border-bottom: 1px solid var(--line); background: var(--panel); }
.case .file { font-family: var(--mono); font-size: 0.875rem; flex: 1 1 auto; min-width: 0; }
.case .hits { color: var(--soft); font-size: 0.875rem; white-space: nowrap; }
.label { flex: none; width: 3.25rem; text-align: center; border: 1px solid var(--soft); border-radius: 4px; font-size: 0.8125rem; line-height: 1.4; }
.label.bad { background: var(--ink); border-color: var(--ink); color: var(--paper); }
.body { padding: 1.25rem 1.25rem 0.5rem; scroll-margin-top: 4rem; }
.description { margin: 0 0 1rem; }
.about { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; margin-bottom: 1rem; font-size: 0.875rem; }
.about dt { color: var(--soft); font-size: 0.8125rem; }
pre {
  margin: 0 0 1.5rem; padding: 1rem 1.25rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  font: 0.8125rem/1.6 var(--mono); tab-size: 4; white-space: pre-wrap; direction: ltr; unicode-bidi: isolate;
}
code { font: inherit; }
.verdicts { font-size: 0.875rem; }
.verdicts th, .verdicts td { padding: 0.75rem 0.5rem; }
.verdicts tbody tr:last-child > * { border-bottom: 0; }
.verdicts .number { white-space: nowrap; }
.mark { font-weight: 600; white-space: nowrap; }
.mark.right { color: var(--right); }
.mark.wrong { color: var(--wrong); }
.explanation summary { cursor: pointer; }
.explanation details[open] .opening { display: none; }
.more { color: var(--accent); font-size: 0.8125rem; white-space: nowrap; }
footer { margin-top: 5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.8125rem; }

@media print, (min-width: 56.01rem) {
  .leaderboard th:first-child { width: 22%; }
  .leaderboard td.range { width: 22%; }
  .verdicts th:first-child { width: 22%; padding-left: 0; }
  .verdicts td:nth-child(3) { width: 12%; }
  .verdicts .explanation { width: 45%; }
}
@media screen and (min-width: 56.01rem) {
  .leaderboard th:first-child { min-width: 11rem; }
  .leaderboard td.range { min-width: 9rem; }
  .by-application th:first-child { min-width: 12rem; }
  .by-application .number { min-width: 7.5rem; }
}
@media screen and (max-width: 56rem) {
  body { padding: 2rem 1rem 3rem; }
  h1 { font-size: 2rem; }
  h2 { margin-top: 3rem; }
  .lead { font-size: 1.125rem; }
  .facts { gap: 0.75rem 2rem; }
  .cards, .cards caption, .cards tbody { display: block; width: auto; min-width: 0; }
  .cards thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .cards tbody tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 0.75rem 1rem; padding: 1rem 0; border-bottom: 1px solid var(--line); }
  .cards tbody tr.baseline { padding-inline: 0.75rem; margin-inline: -0.75rem; }
  .cards tbody th, .cards tbody td { padding: 0; border: 0; text-align: left; width: auto; max-width: none; min-width: 0; }
  .cards tbody th, .cards .explanation { grid-column: 1 / -1; }
  .cards td::before { content: attr(data-label); display: block; color: var(--soft); font-size: 0.8125rem; font-weight: 400; line-height: 1.4; white-space: normal; }
  .leaderboard tbody tr { grid-template-columns: repeat(6, 1fr); }
  .leaderboard tbody td { grid-column: span 2; }
  .leaderboard tbody td.range { grid-column: span 4; padding-right: 0.5rem; }
  .case > summary { flex-wrap: wrap; gap: 0.25rem 0.625rem; padding-inline: 0.625rem; }
  .case .file { flex-basis: 10rem; }
  .case .hits { flex-basis: 100%; padding-left: 1.375rem; }
  .body { padding: 1rem 0.75rem 0; }
  pre { padding: 0.75rem; }
}
@media print {
  :root {
    --paper: #fff; --panel: #f5f5f5; --ink: #000; --soft: #444; --line: #bbb;
    --accent: #1d5c87; --range: #a9cbe2; --faint: #c8c8c8; --right: #1a6b3c; --wrong: #ad3318; --caution: #fff; --caution-line: #888;
  }
  @page { margin: 15mm; }
  :root { font-size: 12px; }
  body { max-width: none; padding: 0; }
  h2, h3, h4, summary, caption { break-after: avoid; }
  h2 { margin-top: 1.75rem; }
  tr, .notes > div, .caution { break-inside: avoid; }
  .verdicts tr { break-inside: auto; }
  th, td { padding: 0.4rem; }
  .scroll { overflow: visible; }
  .bar, .label, pre { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`
