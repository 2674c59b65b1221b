// The charts of the page. Each chart is drawn twice, for wide and for narrow screens: a wide chart made smaller would have
// letters that nobody can read.

import type { TopLevelSpec } from 'vega-lite'
import { makeVisible } from '../../lib/text/hidden-characters.ts'
import { type HtmlValue, html } from '../../lib/text/safe-html.ts'
import type { ContestantSummary, Summary } from '../../summary.ts'
import { nameContestants } from '../contestant.ts'
import { drawChart } from './draw-chart.ts'
import { placeLabels } from './place-labels.ts'

interface Point {
  x: number
  y: number
  name: string
  isBaseline: boolean
}

interface Axis {
  title: string
  domain: [number, number]
  isLog?: boolean
  ticks: number[]
  /** A Vega expression over `datum.value`. */
  label: string
}

interface Scatter {
  title: string
  points: Point[]
  x: Axis
  y: Axis
  /** The line of chance: where it starts and where it ends. */
  line?: [{ x: number; y: number }, { x: number; y: number }]
  lineText?: string
}

const SIZES = [
  { kind: 'wide', width: 860, height: 500, fontSize: 13, left: 76, right: 24 },
  { kind: 'narrow', width: 290, height: 300, fontSize: 11, left: 58, right: 12 },
]
const PERCENT = "round(datum.value * 100) + '%'"

/** Catch rate against false alarms, with one point for each model. Points above the diagonal are better than chance. */
export async function renderTradeOffChart(summary: Summary): Promise<HtmlValue> {
  const points = toPoints(summary, ({ score }) =>
    score.falseAlarms && score.catchRate ? { x: score.falseAlarms.value, y: score.catchRate.value } : null,
  )
  if (points.length === 0) return html`<p>There are no rates to draw: this needs both good and bad cases.</p>`
  const ticks = [0, 0.25, 0.5, 0.75, 1]
  return renderScatter({
    title: 'Catch rate against false alarms',
    points,
    x: { title: 'False alarms: good cases called bad', domain: [0, 1], ticks, label: PERCENT },
    y: { title: 'Catch rate: bad cases called bad', domain: [0, 1], ticks, label: PERCENT },
    line: [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ],
    lineText: 'chance',
  })
}

/** Balanced accuracy against the cost of an answer. Null when fewer than two models have a cost. */
export async function renderCostChart(summary: Summary): Promise<HtmlValue> {
  const points = toPoints(summary, ({ score, usage }) =>
    score.balancedAccuracy && usage.cost !== null && usage.cost > 0 && usage.costKnown > 0
      ? { x: (usage.cost / usage.costKnown) * 1000, y: score.balancedAccuracy.value }
      : null,
  )
  if (points.length < 2) return null
  const [low, high] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))]
  const powers = Array.from({ length: 13 }, (_, nth) => 10 ** (nth - 6)).flatMap(power => [power, power * 3])
  const domain: [number, number] = [
    powers.filter(power => power <= low).at(-1) ?? low,
    powers.find(power => power >= high) ?? high,
  ]
  const lowest = Math.min(0.5, Math.floor(Math.min(...points.map(({ y }) => y)) * 10) / 10)
  const chart = await renderScatter({
    title: 'Balanced accuracy against cost',
    points,
    x: {
      title: 'Cost of 1,000 answers, US dollars',
      domain,
      isLog: true,
      ticks: powers.filter(power => power >= domain[0] && power <= domain[1]),
      label: "'$' + (datum.value < 1 ? format(datum.value, '.2~f') : format(datum.value, ',.0f'))",
    },
    y: {
      title: 'Balanced accuracy',
      domain: [lowest, 1],
      ticks: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1].filter(tick => tick >= lowest),
      label: PERCENT,
    },
  })
  return html`<h3>What it costs</h3>
<p>Each model by the price of an answer. What lies to the upper left is better and cheaper.</p>
${chart}`
}

function toPoints(
  { contestants }: Summary,
  place: (contestant: ContestantSummary) => { x: number; y: number } | null,
): Point[] {
  const names = shortNames(nameContestants(contestants).map(({ name }) => name))
  return contestants.flatMap((contestant, nth) => {
    const at = place(contestant)
    return at ? [{ ...at, name: names[nth] ?? '', isBaseline: contestant.isBaseline }] : []
  })
}

/** Leaves out the vendor, unless two models would have the same name; cuts very long names. */
function shortNames(names: string[]): string[] {
  const short = names.map(name => makeVisible(name.replace(/^[\w.-]+\//, '')))
  return short.map((name, nth) => {
    const chosen = short.filter(other => other === name).length > 1 ? (names[nth] ?? name) : name
    return chosen.length > 32 ? `${chosen.slice(0, 31)}…` : chosen
  })
}

async function renderScatter(scatter: Scatter): Promise<HtmlValue> {
  const drawings = await Promise.all(
    SIZES.map(size => drawChart(toSpecification(scatter, size), { label: scatter.title, kind: size.kind })),
  )
  return html`<figure>${drawings}</figure>`
}

function toSpecification({ points, x, y, line, lineText }: Scatter, size: (typeof SIZES)[number]): TopLevelSpec {
  const { width, height, fontSize } = size
  const scaleX = toScale(x, [0, width])
  const scaleY = toScale(y, [height, 0])
  const inPixels = points.map(point => ({ ...point, px: scaleX(point.x), py: scaleY(point.y) }))
  // Labels are placed in the order of the leaderboard, models before baselines: the best models surely get one.
  const labels = placeLabels(
    inPixels
      .toSorted((a, b) => Number(a.isBaseline) - Number(b.isBaseline))
      .map(({ px, py, name }) => ({ x: px, y: py, text: name })),
    { width: width + size.right, height, fontSize },
  )
  const axis = ({ title, ticks, label }: Axis) => ({
    title,
    values: ticks,
    labelExpr: label,
    grid: true,
    labelFontSize: fontSize - 1,
    titleFontSize: fontSize,
    ...(size.kind === 'narrow' ? { labelOverlap: true } : {}),
  })
  const pixel = (field: string) => ({ field, type: 'quantitative', scale: null, axis: null })
  const layers = [
    {
      data: { values: inPixels },
      mark: { type: 'point', opacity: 0 },
      encoding: {
        x: {
          field: 'x',
          type: 'quantitative',
          scale: { domain: x.domain, nice: false, ...(x.isLog ? { type: 'log' } : {}) },
          axis: axis(x),
        },
        y: { field: 'y', type: 'quantitative', scale: { domain: y.domain, nice: false }, axis: axis(y) },
      },
    },
    ...(line
      ? [
          {
            data: {
              values: [{ x: scaleX(line[0].x), y: scaleY(line[0].y), x2: scaleX(line[1].x), y2: scaleY(line[1].y) }],
            },
            mark: { type: 'rule', color: 'var(--soft)', strokeDash: [5, 4] },
            encoding: { x: pixel('x'), y: pixel('y'), x2: { field: 'x2' }, y2: { field: 'y2' } },
          },
          {
            data: { values: [{ x: scaleX(0.9), y: scaleY(0.9), text: lineText }] },
            mark: { type: 'text', color: 'var(--soft)', dy: 14, align: 'left', fontSize },
            encoding: { x: pixel('x'), y: pixel('y'), text: { field: 'text' } },
          },
        ]
      : []),
    {
      data: { values: labels.filter(({ isFar }) => isFar) },
      mark: { type: 'rule', color: 'var(--faint)' },
      encoding: { x: pixel('pointX'), y: pixel('pointY'), x2: { field: 'x' }, y2: { field: 'y' } },
    },
    ...[true, false].map(isBaseline => ({
      data: { values: inPixels.filter(point => point.isBaseline === isBaseline) },
      mark: {
        type: 'point',
        filled: true,
        size: 80,
        fill: isBaseline ? 'var(--paper)' : 'var(--accent)',
        stroke: isBaseline ? 'var(--soft)' : 'var(--paper)',
        strokeWidth: isBaseline ? 1.5 : 1,
        opacity: 1,
      },
      encoding: { x: pixel('px'), y: pixel('py') },
    })),
    ...(['left', 'right', 'center'] as const).map(align => ({
      data: { values: labels.filter(label => label.align === align) },
      mark: { type: 'text', align, baseline: 'middle', fontSize, color: 'var(--ink)' },
      encoding: { x: pixel('x'), y: pixel('y'), text: { field: 'text' } },
    })),
  ]
  const padding = { left: size.left, right: size.right, top: 12, bottom: 50 }
  return { width, height, padding, autosize: { type: 'none' }, layer: layers } as unknown as TopLevelSpec
}

function toScale({ domain: [low, high], isLog }: Axis, [from, to]: [number, number]): (value: number) => number {
  const part = isLog
    ? (value: number) => Math.log(value / low) / Math.log(high / low)
    : (value: number) => (value - low) / (high - low)
  return value => from + part(value) * (to - from)
}
