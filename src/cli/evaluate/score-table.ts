import { formatInterval, formatPercent, NO_VALUE } from '../../lib/text/format-measure.ts'
import { printable } from '../../lib/text/printable.ts'
import { type Column, textTable } from '../../lib/text/text-table.ts'
import { FIGURES, measuresIn } from '../../measure-list.ts'
import type { Leaderboard, Measure, Score } from '../../summary.ts'

const LONGEST_NAME = 48

type Contestant = Leaderboard['contestants'][number]

interface ScoreColumn extends Column {
  cell: (contestant: Contestant) => string
}

/** The leaderboard for a terminal: balanced accuracy first, with its interval, the others beside it. */
export function scoreTable(summary: Leaderboard, bold: (header: string) => string): string {
  const hasPrompts = new Set(summary.contestants.map(({ prompt }) => prompt)).size > 1
  const hosts = Map.groupBy(summary.contestants, ({ model }) => model.name)
  const nameOf = ({ model }: Contestant) => {
    const isAmbiguous = new Set((hosts.get(model.name) ?? []).map(other => other.model.host)).size > 1
    return printable(isAmbiguous ? `${model.name} @ ${model.host}` : model.name, LONGEST_NAME)
  }
  const columns: ScoreColumn[] = [
    { title: 'model', align: 'left', cell: nameOf },
    ...(hasPrompts ? [PROMPT] : []),
    // In a terminal, width is short.
    number('balanced', ({ balancedAccuracy }) => formatPercent(balancedAccuracy?.value)),
    number('95% interval', ({ balancedAccuracy }) => interval(balancedAccuracy)),
    ...measuresIn('terminal').map(({ title, key }) => number(title, score => formatPercent(score[key]?.value))),
    number(FIGURES.answeredShare.title, ({ answered, evaluations }) => `${answered}/${evaluations}`),
    number('cases', ({ cases }) => String(cases)),
  ]
  const rows = summary.contestants.map(contestant => columns.map(({ cell }) => cell(contestant)))
  return textTable(columns, rows, bold)
}

const PROMPT: ScoreColumn = {
  title: 'prompt',
  align: 'left',
  cell: ({ prompt }) => printable(prompt, LONGEST_NAME),
}

function number(title: string, cell: (score: Score) => string): ScoreColumn {
  return { title, align: 'right', cell: ({ score }) => cell(score) }
}

function interval(measure: Measure | null): string {
  return measure?.interval ? formatInterval(measure.interval) : NO_VALUE
}
