import { formatP, formatPercent, NO_VALUE } from '../../lib/text/format-measure.ts'
import { printable } from '../../lib/text/printable.ts'
import { textTable } from '../../lib/text/text-table.ts'
import { FIGURES, measuresIn, withoutUnknown } from '../../measure-list.ts'
import type { PromptComparison } from '../../run/results/compare-models.ts'
import type { CaseSummary, ContestantSummary, Interval } from '../../summary.ts'
import type { painter } from '../context.ts'

type Paint = ReturnType<typeof painter>

const LONGEST_NAME = 40
/** Enough to see a pattern; --all shows every case. */
const SHOWN = 20

/** One prompt's comparison for a terminal: the figures side by side, how sure the difference is, and where it lies. */
export function comparisonSection(comparison: PromptComparison, paint: Paint, isAll: boolean): string {
  const { summary, places, prompt, leftOut } = comparison
  const a = summary.contestants[places[0]]
  const b = summary.contestants[places[1]]
  if (!a || !b) return `${paint('bold', `Prompt ${printable(prompt)}`)}: the two models share no case.`
  const others = leftOut > 0 ? `; ${leftOut} cases that only one model was asked are left out` : ''
  return [
    `${paint('bold', `Prompt ${printable(prompt)}`)}: ${summary.cases} cases of ${summary.queries} ${summary.queries === 1 ? 'query' : 'queries'}${others}.`,
    sideBySide(comparison, a, b, paint),
    verdict(comparison),
    ...byGroup(comparison, a, b, paint),
    ...whereTheyDiffer(comparison, paint, isAll),
  ].join('\n\n')
}

function sideBySide({ names }: PromptComparison, a: ContestantSummary, b: ContestantSummary, paint: Paint): string {
  const rows = [
    ...withoutUnknown(measuresIn('comparison'), [a.score, b.score]).map(({ title, key }) =>
      row(title, a.score[key]?.value, b.score[key]?.value),
    ),
    row(FIGURES.answeredShare.title, a.score.answeredShare, b.score.answeredShare),
  ]
  return numbers(['', ...names.map(name => printable(name, LONGEST_NAME)), 'difference'], rows, paint)
}

function verdict({ summary, places }: PromptComparison): string {
  const [found] = summary.comparisons
  if (!found) return 'Balanced accuracy needs good and bad cases; these cases have one label.'
  const isTurned = found.a !== places[0]
  const sign = isTurned ? -1 : 1
  const { difference, p, isExact, table } = found
  const interval = difference.interval && ` (95% interval ${points(turned(difference.interval, isTurned))})`
  const [onlyFirst, onlySecond] = isTurned ? [table.onlyB, table.onlyA] : [table.onlyA, table.onlyB]
  const counts = [table.bothRight, onlyFirst, onlySecond, table.bothWrong].map(count =>
    String(Number(count.toFixed(1))),
  )
  return [
    `Difference in balanced accuracy: ${signed(difference.value * sign)} points${interval ?? ''}.`,
    `p ${p < 0.0001 ? '' : '= '}${formatP(p)}: how often chance alone gives a difference as large (whole queries swapped, ${isExact ? 'all ways' : 'some ways drawn'}).`,
    `Cases: ${counts[0]} both right, ${counts[1]} only the first, ${counts[2]} only the second, ${counts[3]} neither.`,
  ].join('\n')
}

function byGroup(comparison: PromptComparison, a: ContestantSummary, b: ContestantSummary, paint: Paint): string[] {
  const { applications, categories } = comparison.summary
  const heads = comparison.names.map(name => printable(name, LONGEST_NAME))
  const ofApplication = (one: ContestantSummary, name: string) =>
    one.applications.find(score => score.application === name)?.balancedAccuracy?.value
  const ofCategory = (one: ContestantSummary, name: string) =>
    one.categories.find(score => score.category === name)?.catchRate?.value
  const table = (title: string, groups: string[], of: typeof ofCategory) =>
    numbers(
      [title, ...heads, 'difference'],
      groups.map(name => row(printable(name, LONGEST_NAME), of(a, name), of(b, name))),
      paint,
    )
  return [
    ...(applications.length > 1 ? [table('balanced accuracy', applications, ofApplication)] : []),
    ...(categories.length > 0 ? [table('catch rate', categories, ofCategory)] : []),
  ]
}

function whereTheyDiffer({ summary, places, names }: PromptComparison, paint: Paint, isAll: boolean): string[] {
  const right = (one: CaseSummary, which: 0 | 1) => one.right[places[which]] ?? 0
  return ([0, 1] as const).flatMap(which => {
    const cases = summary.caseScores.filter(one => right(one, which) > right(one, which === 0 ? 1 : 0))
    if (cases.length === 0) return []
    const shown = isAll ? cases : cases.slice(0, SHOWN)
    const lines = shown.map(one => {
      const flaw = [one.broken.join(', '), one.category].filter(Boolean).join(' ')
      return `  ${printable(one.casePath)}${flaw ? `  ${paint('dim', printable(flaw))}` : ''}`
    })
    const more = cases.length > shown.length ? [`  and ${cases.length - shown.length} more (--all shows them)`] : []
    const title = `Only ${printable(names[which], LONGEST_NAME)} is right, or right more often (${cases.length}):`
    return [[paint('bold', title), ...lines, ...more].join('\n')]
  })
}

function numbers(titles: string[], rows: string[][], paint: Paint): string {
  const columns = titles.map((title, index) => ({ title, align: index === 0 ? ('left' as const) : ('right' as const) }))
  return textTable(columns, rows, header => paint('bold', header))
}

function row(name: string, a: number | null | undefined, b: number | null | undefined): string[] {
  const isKnown = typeof a === 'number' && typeof b === 'number'
  return [name, formatPercent(a), formatPercent(b), isKnown ? signed(a - b) : NO_VALUE]
}

function turned({ low, high }: Interval, isTurned: boolean): Interval {
  return isTurned ? { low: -high, high: -low } : { low, high }
}

function points({ low, high }: Interval): string {
  return `${signed(low)} to ${signed(high)}`
}

/** 0.071 → +7.1 */
function signed(value: number): string {
  const tenths = (value * 100).toFixed(1)
  return Number(tenths) > 0 ? `+${tenths}` : tenths.replace(/^-(0\.0)$/, '$1')
}
