// Draws a score as a mark on its interval. Only attributes are used: the page's policy forbids inline styles.

import { html, type SafeHtml } from '../../lib/text/safe-html.ts'
import type { Measure } from '../../summary.ts'

/** The scale that all bars of one table share. */
export interface BarScale {
  low: number
  high: number
  /** The score of the best baseline; the part below is shaded. */
  floor: number | null
}

/** The scale starts at a tenth (0.3, 0.4) below everything that is drawn and below chance, and ends at 1. */
export function chooseScale(measures: (Measure | null)[], floor: number | null): BarScale {
  const lowest = Math.min(0.5, ...measures.map(measure => measure?.interval?.low ?? measure?.value ?? 0.5))
  return { low: Math.max(0, Math.floor((lowest - 0.02) * 10) / 10), high: 1, floor }
}

/** The bar is hidden from screen readers, which read the same numbers as text. The thin line is chance, 50 %. */
export function renderIntervalBar({ value, interval }: Measure, scale: BarScale): SafeHtml {
  const at = (score: number) => percent((score - scale.low) / (scale.high - scale.low))
  const width = (from: number, to: number) => percent((to - from) / (scale.high - scale.low))
  return html`<svg class="bar" height="20" aria-hidden="true" focusable="false">${
    scale.floor !== null && html`<rect class="floor" x="0" y="0" width="${width(scale.low, scale.floor)}" height="20"/>`
  }<line class="track" x1="0" x2="100%" y1="10" y2="10"/><line class="chance" x1="${at(0.5)}" x2="${at(0.5)}" y1="0" y2="20"/>${
    interval &&
    html`<rect class="range" x="${at(interval.low)}" y="6.5" width="${width(interval.low, interval.high)}" height="7" rx="3.5"/>`
  }<line class="point" x1="${at(value)}" x2="${at(value)}" y1="2.5" y2="17.5"/></svg>`
}

/** The scale above the bars. */
export function renderScale({ low, high }: BarScale): SafeHtml {
  const middle = percent((0.5 - low) / (high - low))
  const label = (value: number) => Math.round(value * 100)
  return html`<svg class="bar scale" height="12" aria-hidden="true" focusable="false">${
    low < 0.35 && html`<text x="0" y="10">${label(low)}</text>`
  }<text x="${middle}" y="10" text-anchor="middle">${label(0.5)}</text><text x="100%" y="10" text-anchor="end">${label(high)}%</text></svg>`
}

function percent(value: number): string {
  return `${(value * 100).toFixed(2)}%`
}
