import { formatInterval, formatPercent, NO_VALUE } from '../../lib/text/format-measure.ts'
import { printable } from '../../lib/text/printable.ts'
import { type Column, textTable } from '../../lib/text/text-table.ts'
import type { Leaderboard, Measure } from '../../summary.ts'

const LONGEST_NAME = 48

/** The leaderboard for a terminal: balanced accuracy first, with its interval, the others beside it. */
export function scoreTable(summary: Leaderboard, bold: (header: string) => string): string {
  const hasPrompts = new Set(summary.contestants.map(({ prompt }) => prompt)).size > 1
  const hosts = Map.groupBy(summary.contestants, ({ model }) => model.name)
  const nameOf = ({ model }: Leaderboard['contestants'][number]) => {
    const isAmbiguous = new Set((hosts.get(model.name) ?? []).map(other => other.model.host)).size > 1
    return printable(isAmbiguous ? `${model.name} @ ${model.host}` : model.name, LONGEST_NAME)
  }
  const columns: Column[] = [
    { title: 'model', align: 'left' },
    ...(hasPrompts ? [{ title: 'prompt', align: 'left' } as const] : []),
    { title: 'balanced', align: 'right' },
    { title: '95% interval', align: 'right' },
    { title: 'accuracy', align: 'right' },
    { title: 'catch rate', align: 'right' },
    { title: 'false alarms', align: 'right' },
    { title: 'answered', align: 'right' },
    { title: 'cases', align: 'right' },
  ]
  const rows = summary.contestants.map(contestant => {
    const { score } = contestant
    return [
      nameOf(contestant),
      ...(hasPrompts ? [printable(contestant.prompt, LONGEST_NAME)] : []),
      formatPercent(score.balancedAccuracy?.value),
      interval(score.balancedAccuracy),
      formatPercent(score.accuracy?.value),
      formatPercent(score.catchRate?.value),
      formatPercent(score.falseAlarms?.value),
      `${score.answered}/${score.evaluations}`,
      String(score.cases),
    ]
  })
  return textTable(columns, rows, bold)
}

function interval(measure: Measure | null): string {
  return measure?.interval ? formatInterval(measure.interval) : NO_VALUE
}
