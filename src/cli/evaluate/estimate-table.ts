import type { Model } from '../../domain.ts'
import { formatDollars } from '../../lib/text/format-dollars.ts'
import { printable } from '../../lib/text/printable.ts'
import { textTable } from '../../lib/text/text-table.ts'
import type { Estimate } from '../../run/evaluate/estimate.ts'

/** What a run would take, for `--dry-run`. */
export function estimateTable(
  estimates: { model: Model; estimate: Estimate }[],
  bold: (header: string) => string,
): string {
  const rows = estimates.map(({ model, estimate }) => [
    printable(model.identity.name, 48),
    count(estimate.calls),
    count(estimate.promptTokens),
    count(estimate.cacheableTokens),
    count(estimate.completionTokens),
    formatDollars(estimate.cost),
    formatDollars(estimate.cachedCost),
  ])
  const titles = ['calls', 'tokens in', 'of these repeated', 'tokens out', 'cost', 'if cached']
  const columns = [
    { title: 'model', align: 'left' as const },
    ...titles.map(title => ({ title, align: 'right' as const })),
  ]
  return textTable(columns, rows, bold)
}

function count(number: number): string {
  return number.toLocaleString('en')
}
