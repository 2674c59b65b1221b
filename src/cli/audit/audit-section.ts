import { formatInterval, formatPercent, NO_VALUE } from '../../lib/text/format-measure.ts'
import { printable } from '../../lib/text/printable.ts'
import { type Column, textTable } from '../../lib/text/text-table.ts'
import type { ClassifierScore, Feature, Figure, HeldOutScore, LimitCheck, ScopeAudit, Shape } from '../../shortcuts.ts'
import type { painter } from '../context.ts'
import { isHigh } from './above-chance.ts'
import { wrapWords } from './wrap-words.ts'

type Paint = ReturnType<typeof painter>

interface SectionOptions {
  paint: Paint
  /** How many applications the folder has beside the whole. */
  count: number
  /** Empty for a single application: its figures have no limits. */
  limits: LimitCheck[]
}

/** All figures of one application, or of the whole folder. */
export function auditSection(scope: ScopeAudit, { paint, count, limits }: SectionOptions): string {
  const title = scope.application === null ? `all ${count} applications` : printable(scope.application, 60)
  const isAll = limits.length > 0
  const parts = [`${paint('bold', title)}\n${shapeLines(scope.shape)}`]
  if (scope.notScored === undefined) {
    parts.push(classifierTable(scope, 'leavingQueryOut', paint))
    if (scope.classifiers.some(one => one.leavingApplicationOut !== null)) {
      parts.push(classifierTable(scope, 'leavingApplicationOut', paint))
    }
    parts.push(ruleTable(scope, paint))
  } else {
    parts.push(`No shortcut scores: ${scope.notScored}.`)
  }
  if (scope.reassurance.offQuota.length > 0) parts.push(quotaLines(scope))
  if (scope.idioms.length > 0) parts.push(idiomTable(scope, paint))
  const told = scope.classifiers.filter(one => isAll || isAboveChance(one.leavingQueryOut))
  if (told.length > 0) parts.push(told.map(one => learnedLines(one, paint)).join('\n'))
  return parts.join('\n\n')
}

function shapeLines({ queries, good, bad, languages, rules, categories }: Shape): string {
  const written = Object.entries(languages).map(([name, count]) => `${printable(name, 20)} ${count}`)
  const cases = `${plural(good + bad, 'case')} of ${plural(queries, 'query')}: ${good} good, ${bad} bad`
  const lines = [`${cases}; ${written.join(', ')}`]
  if (Object.keys(rules).length > 0) lines.push(tallyLine('leading rules', rules))
  if (categories) lines.push(tallyLine('categories', categories))
  return lines.join('\n')
}

function plural(count: number, noun: 'case' | 'query'): string {
  return `${count} ${count === 1 ? noun : { case: 'cases', query: 'queries' }[noun]}`
}

function tallyLine(title: string, counts: Record<string, number>): string {
  const entries = Object.entries(counts)
  const some = entries.filter(([, count]) => count > 0).map(([name, count]) => `${printable(name, 40)} ${count}`)
  const none = entries.filter(([, count]) => count === 0).map(([name]) => printable(name, 40))
  const words = [
    ...some.join(', ').split(' '),
    ...(none.length > 0 ? ['|', 'none:', ...none.join(', ').split(' ')] : []),
  ]
  return wrapWords(`${title}: `, words)
}

function classifierTable({ classifiers }: ScopeAudit, key: 'leavingQueryOut' | 'leavingApplicationOut', paint: Paint) {
  const title = key === 'leavingQueryOut' ? 'leaving a query out' : 'leaving an application out'
  const columns: Column[] = [
    { title, align: 'left' },
    { title: 'AUC', align: 'right' },
    { title: '95%', align: 'right' },
    { title: 'chance', align: 'right' },
    { title: 'within', align: 'right' },
    { title: '95%', align: 'right' },
    { title: 'chance', align: 'right' },
    { title: 'balanced', align: 'right' },
    { title: 'chance', align: 'right' },
  ]
  const rows = classifiers.flatMap(({ name, [key]: score }) => {
    if (score === null) return []
    const { auc, withinAuc, balancedAccuracy } = score
    const share = [formatPercent(balancedAccuracy?.value), formatPercent(balancedAccuracy?.shuffled)]
    return [[name, ...areaCells(auc, paint), ...areaCells(withinAuc, paint), ...share]]
  })
  return textTable(columns, rows, header => paint('bold', header))
}

function areaCells(figure: Figure | null, paint: Paint): string[] {
  if (figure === null) return [NO_VALUE, NO_VALUE, NO_VALUE]
  const { value, interval, shuffled } = figure
  const text = value.toFixed(2)
  return [
    isHigh(figure) ? paint('yellow', text) : text,
    interval ? `${interval.low.toFixed(2)}–${interval.high.toFixed(2)}` : NO_VALUE,
    shuffled === null ? NO_VALUE : shuffled.toFixed(2),
  ]
}

function ruleTable({ lengths, reassurance }: ScopeAudit, paint: Paint): string {
  const columns: Column[] = [
    { title: 'rules of thumb', align: 'left' },
    { title: 'measured as', align: 'left' },
    { title: 'value', align: 'right' },
    { title: '95%', align: 'right' },
    { title: 'chance', align: 'right' },
  ]
  const row = (name: string, measure: string, figure: Figure | null) => {
    const interval = figure?.interval ? formatInterval(figure.interval) : NO_VALUE
    return [name, measure, formatPercent(figure?.value), interval, formatPercent(figure?.shuffled)]
  }
  const rows = lengths.flatMap(({ name, leavingQueryOut, leavingApplicationOut, badIsShorter }) => [
    row(`${name}, query left out`, 'balanced accuracy', leavingQueryOut),
    ...(leavingApplicationOut
      ? [row(`${name}, application left out`, 'balanced accuracy', leavingApplicationOut)]
      : []),
    row(`${name}, bad is shorter than good`, 'share of pairs', badIsShorter),
  ])
  const trust = row('a comment reassures, so it is good', 'balanced accuracy', reassurance.balancedAccuracy)
  return textTable(columns, [...rows, trust], header => paint('bold', header))
}

function quotaLines({ reassurance }: ScopeAudit): string {
  const queries = reassurance.offQuota.map(({ query, good, bad }) => `${printable(query, 60)} ${good}+${bad}`)
  const title = 'reassuring comments (good + bad) at different rates: '
  return wrapWords(title, queries.join(', ').split(' '))
}

function idiomTable({ idioms }: ScopeAudit, paint: Paint): string {
  const columns: Column[] = [
    { title: 'idiom', align: 'left' },
    { title: 'in good', align: 'right' },
    { title: 'in bad', align: 'right' },
    { title: '', align: 'left' },
  ]
  const rows = idioms.map(({ name, inGood, inBad, isUneven }) => {
    const mark = isUneven ? paint('yellow', 'uneven: more than chance') : ''
    return [name, formatPercent(inGood), formatPercent(inBad), mark]
  })
  return textTable(columns, rows, header => paint('bold', header))
}

/** Each feature with the share of good and of bad cases that have it, or its mean in both. */
function learnedLines({ name, towardsBad, towardsGood }: ClassifierScore, paint: Paint): string {
  const isCount = name === 'counts'
  const list = (features: Feature[]) =>
    features.map((feature, index) => {
      const number = (value: number) => (isCount ? value.toFixed(1) : `${Math.round(value * 100)}%`)
      const shares = `(${number(feature.inGood)} ${number(feature.inBad)})`
      // Of characters, blanks at the ends matter.
      const shown = name.startsWith('characters') ? feature.name.replaceAll(' ', '·') : feature.name
      return `${printable(shown, 60)} ${shares}${index < features.length - 1 ? ',' : ''}`
    })
  const what = isCount ? 'mean in good, in bad' : 'share of good, of bad'
  return [
    paint('bold', `${name} has learned (${what})`),
    wrapWords('  bad:  ', towardsBad.length > 0 ? list(towardsBad) : ['nothing']),
    wrapWords('  good: ', towardsGood.length > 0 ? list(towardsGood) : ['nothing']),
  ].join('\n')
}

function isAboveChance({ auc, withinAuc }: HeldOutScore): boolean {
  return isHigh(auc) || isHigh(withinAuc)
}
