import { formatInterval, formatPercent, NO_VALUE } from '../../lib/text/format-measure.ts'
import { printable } from '../../lib/text/printable.ts'
import { type Column, textTable } from '../../lib/text/text-table.ts'
import type { ClassifierScore, Feature, Figure, HeldOutScore, LimitCheck, ScopeAudit, Shape } from '../../shortcuts.ts'
import type { Interval } from '../../summary.ts'
import type { painter } from '../context.ts'
import { isBeyondChance } from './above-chance.ts'
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
  const isAll = limits.length > 0
  const parts = [`${paint('bold', titleOf(scope, count))}\n${shapeLines(scope.shape)}`]
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
  const told = scope.classifiers.filter(one => isAll || isTold(one.leavingQueryOut, scope.level))
  if (scope.tellingWords.length > 0) parts.push(tellingLines(scope))
  if (scope.plants.length > 0) parts.push(plantLines(scope))
  if (told.length > 0) parts.push(told.map(one => learnedLines(one, paint)).join('\n'))
  return parts.join('\n\n')
}

function titleOf({ application, level }: ScopeAudit, count: number): string {
  const name = application === null ? `all ${count} applications` : printable(application, 60)
  return level === null ? name : `${level}s of ${name}`
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

function classifierTable(
  { classifiers, level }: ScopeAudit,
  key: 'leavingQueryOut' | 'leavingApplicationOut',
  paint: Paint,
) {
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
    return [[name, ...areaCells(auc, level, paint), ...areaCells(withinAuc, level, paint), ...share]]
  })
  return textTable(columns, rows, header => paint('bold', header))
}

function areaCells(figure: Figure | null, level: ScopeAudit['level'], paint: Paint): string[] {
  if (figure === null) return [NO_VALUE, NO_VALUE, NO_VALUE]
  const { value, interval, shuffled, shuffledRange } = figure
  const range = (between: Interval | null) =>
    between ? `${between.low.toFixed(2)}–${between.high.toFixed(2)}` : NO_VALUE
  const text = value.toFixed(2)
  return [
    isBeyondChance(figure, level) ? paint('yellow', text) : text,
    range(interval),
    level !== null ? range(shuffledRange) : (shuffled?.toFixed(2) ?? NO_VALUE),
  ]
}

function ruleTable({ lengths, level, reassurance }: ScopeAudit, paint: Paint): string {
  const columns: Column[] = [
    { title: 'rules of thumb', align: 'left' },
    { title: 'measured as', align: 'left' },
    { title: 'value', align: 'right' },
    { title: '95%', align: 'right' },
    { title: 'chance', align: 'right' },
  ]
  const row = (name: string, measure: string, figure: Figure | null) => {
    const interval = figure?.interval ? formatInterval(figure.interval) : NO_VALUE
    const range = figure?.shuffledRange ? formatInterval(figure.shuffledRange) : NO_VALUE
    const chance = level !== null ? range : formatPercent(figure?.shuffled)
    return [name, measure, formatPercent(figure?.value), interval, chance]
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

function tellingLines({ tellingWords }: ScopeAudit): string {
  const lines = tellingWords.map(({ where, word, inGood, inBad, deviations, chance }) => {
    const rates = `${printable(word, 40)} (${formatPercent(inGood)} of good, ${formatPercent(inBad)} of bad)`
    const most = chance === null ? '' : `; 99 of 100 shuffles stay within ${chance.toFixed(1)}`
    return `  ${where}: ${rates}, ${deviations.toFixed(1)} deviations${most}`
  })
  return ['the most telling word', ...lines].join('\n')
}

function plantLines({ plants }: ScopeAudit): string {
  const lines = plants.map(({ where, label, share }) => {
    const found = share === null ? 'not even in all of them' : `in ${formatPercent(share)} of them`
    return `  in the ${where} of ${label} cases alone: ${found}`
  })
  return ['the smallest planted word that would be found, in 80 of 100 tries', ...lines].join('\n')
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

function isTold({ auc, withinAuc }: HeldOutScore, level: ScopeAudit['level']): boolean {
  return isBeyondChance(auc, level) || isBeyondChance(withinAuc, level)
}
