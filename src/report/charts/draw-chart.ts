// Vega-Lite draws SVG without a DOM. The names of models may contain markup: Vega escapes it, and a browser test checks that.

import { Error as ERROR_LEVEL, parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { type SafeHtml, trustedHtml } from '../../lib/text/safe-html.ts'

/** Colours and fonts come from the style sheet, so that one drawing works in light, in dark and in print. */
const CONFIG = {
  aria: false,
  background: 'transparent',
  view: { stroke: 'transparent' },
  axis: {
    domainColor: 'var(--line)',
    gridColor: 'var(--line)',
    tickColor: 'var(--line)',
    labelColor: 'var(--soft)',
    titleColor: 'var(--ink)',
    labelFontSize: 12,
    titleFontSize: 13,
    titleFontWeight: 600,
    labelPadding: 6,
    titlePadding: 10,
    ticks: false,
    domain: false,
  },
} as const

/** Draws a specification. Screen readers read only `label`; the tables have the same numbers. */
export async function drawChart(
  specification: TopLevelSpec,
  { label, kind }: { label: string; kind: string },
): Promise<SafeHtml> {
  const { spec } = compile({ ...specification, config: CONFIG } as TopLevelSpec)
  const view = new View(parse(spec), { renderer: 'none', logLevel: ERROR_LEVEL })
  const drawn = await view.toSVG()
  view.finalize()
  const size = /viewBox="([\d .-]+)"/.exec(drawn)?.[1] ?? '0 0 1 1'
  // Vega gives its groups roles although `aria` is false; only the chart as a whole should have one.
  const body = drawn
    .slice(drawn.indexOf('>') + 1)
    .replace(/<g [^>]*>/g, group => group.replace(/ (?:role|aria-roledescription)="[^"]*"/g, ''))
  return trustedHtml(`<svg class="chart ${kind}" viewBox="${size}" role="img" aria-label="${label}">${body}`)
}
