// A score between 0 and 100 % as a mark on its interval. Drawn with attributes alone: the page's POLICY forbids inline styles.

import { html, type SafeHtml } from '../lib/safe-html.ts'
import type { Measure } from '../summary.ts'

/** Hidden from screen readers, which read the same numbers as text beside it. The thin line is chance, 50 %. */
export function renderIntervalBar({ value, interval }: Measure): SafeHtml {
  return html`<svg class="bar" height="16" aria-hidden="true" focusable="false"><rect class="track" y="7" width="100%" height="2" rx="1"/><line class="chance" x1="50%" x2="50%" y1="0" y2="16"/>${
    interval &&
    html`<rect class="range" x="${percent(interval.low)}" y="4" width="${percent(interval.high - interval.low)}" height="8" rx="2"/>`
  }<line class="point" x1="${percent(value)}" x2="${percent(value)}" y1="1" y2="15"/></svg>`
}

/** The scale that stands over the bars. */
export function renderScale(): SafeHtml {
  return html`<svg class="bar scale" height="12" aria-hidden="true" focusable="false"><text x="0" y="10">0</text><text x="50%" y="10" text-anchor="middle">50</text><text x="100%" y="10" text-anchor="end">100</text></svg>`
}

function percent(value: number): string {
  return `${(value * 100).toFixed(2)}%`
}
