// A table with coloured cells. It can be sorted, screen readers can read it, and each cell links to its cases.

import { formatPercent, NO_VALUE } from '../../lib/text/format-measure.ts'
import { html, type SafeHtml } from '../../lib/text/safe-html.ts'
import type { ContestantSummary, FlawScore, Score, Summary } from '../../summary.ts'
import { formatAddress } from '../client/address.js'
import { nameContestants, renderContestant } from '../contestant.ts'

/** Steps of colour above chance; the style sheet has a class for each. */
const STEPS = 7
/** A coin is right about a pair in one of four. */
const PAIR_CHANCE = 0.25
const BALANCED_CHANCE = 0.5

interface Cell {
  value: number | null
  small: string
}

interface HeatMap {
  id: string
  title: string
  caption: string
  /** The filter of the case list that a cell links to; the value of the filter is the name of the column. */
  filter: 'app' | 'category' | 'language' | 'level'
  columns: string[]
  chance: number
  cell: (contestant: ContestantSummary, column: string) => Cell | null
}

export function renderApplicationMap(summary: Summary): SafeHtml {
  return renderHeatMap(summary, {
    id: 'application-map',
    title: 'Scores by application',
    caption: 'Balanced accuracy on each application, with its 95% interval. Colour begins at chance, 50%.',
    filter: 'app',
    columns: summary.applications,
    chance: BALANCED_CHANCE,
    cell: ({ applications }, column) => toCell(applications.find(({ application }) => application === column)),
  })
}

export function renderLanguageMap(summary: Summary): SafeHtml {
  return renderHeatMap(summary, {
    id: 'language-map',
    title: 'Scores by language',
    caption: 'Balanced accuracy on cases in each language, with its 95% interval. Colour begins at chance, 50%.',
    filter: 'language',
    columns: summary.languages,
    chance: BALANCED_CHANCE,
    cell: ({ languages }, column) => toCell(languages.find(({ language }) => language === column)),
  })
}

export function renderLevelMap(summary: Summary): SafeHtml {
  return renderHeatMap(summary, {
    id: 'level-map',
    title: 'Scores by level',
    caption: 'Balanced accuracy on cases of each level, with its 95% interval. Colour begins at chance, 50%.',
    filter: 'level',
    columns: summary.levels,
    chance: BALANCED_CHANCE,
    cell: ({ levels }, column) => toCell(levels.find(({ level }) => level === column)),
  })
}

export function renderCategoryMap(summary: Summary): SafeHtml {
  return renderHeatMap(summary, {
    id: 'category-map',
    title: 'Scores by category',
    caption:
      'Pairs of a bad case of the category and a good case of the same query that are both judged right; below it, the bad ones caught. Colour begins at chance, 25%.',
    filter: 'category',
    columns: summary.categories,
    chance: PAIR_CHANCE,
    cell: ({ categories }, column) => toFlawCell(categories.find(({ category }) => category === column)),
  })
}

function toCell(score: Pick<Score, 'balancedAccuracy'> | undefined): Cell | null {
  if (!score?.balancedAccuracy) return null
  const { value, interval } = score.balancedAccuracy
  return { value, small: interval ? `${whole(interval.low)}–${whole(interval.high)}` : '' }
}

function toFlawCell(score: FlawScore | undefined): Cell | null {
  if (!score) return null
  return {
    value: score.pairCorrect?.value ?? null,
    small: score.catchRate ? `caught ${whole(score.catchRate.value)}` : '',
  }
}

function renderHeatMap({ contestants }: Summary, map: HeatMap): SafeHtml {
  const names = nameContestants(contestants)
  return html`<p class="caption">${map.caption}</p>
<div class="scroll" role="region" aria-label="${map.title}" tabindex="0">
<table class="heat" id="${map.id}" data-sortable>
<caption class="unseen">${map.title}</caption>
<thead><tr>
<th scope="col">Model</th>
${map.columns.map(column => html`<th scope="col" class="number"><bdi>${column}</bdi></th>\n`)}</tr></thead>
<tbody>
${contestants.map(
  (contestant, place) => html`<tr${contestant.isBaseline && html` class="baseline"`}>
<th scope="row">${renderContestant(contestant)}</th>
${map.columns.map(column => renderCell(map, contestant, column, names[place]?.name ?? ''))}</tr>
`,
)}</tbody>
</table>
</div>`
}

function renderCell(
  { cell, chance, filter }: HeatMap,
  contestant: ContestantSummary,
  column: string,
  model: string,
): SafeHtml {
  const found = cell(contestant, column)
  if (!found || found.value === null) return html`<td class="number none" data-value="">${NO_VALUE}</td>\n`
  const href = formatAddress({ model, [filter]: column })
  return html`<td class="number h${heatStep(found.value, chance)}" data-value="${found.value}"><a class="into-cases" href="${href}">${formatPercent(found.value)}</a><span class="small">${found.small}</span></td>\n`
}

/** 0 up to chance, then in equal steps to 7. */
export function heatStep(value: number, chance: number): number {
  if (value <= chance) return 0
  return Math.min(STEPS, Math.max(1, Math.ceil(((value - chance) / (1 - chance)) * STEPS)))
}

function whole(value: number): string {
  return String(Math.round(value * 100))
}
