import type { Figure, HeldOutScore, ScopeAudit } from '../../shortcuts.ts'

function isHigh(figure: Figure | null): boolean {
  return figure !== null && figure.shuffled !== null && figure.value > figure.shuffled
}

/** Of a level by itself, for which limits are two-sided, also what is far below. */
export function isBeyondChance(figure: Figure | null, level: ScopeAudit['level']): boolean {
  if (level === null) return isHigh(figure)
  const range = figure?.shuffledRange
  return figure !== null && range != null && (figure.value < range.low || figure.value > range.high)
}

/** The names of the figures that are beyond their chance, as the tables name them: `words, all (AUC, within)`. */
export function namesBeyondChance({ level, classifiers, lengths, reassurance }: ScopeAudit): string[] {
  const isOdd = (figure: Figure | null) => isBeyondChance(figure, level)
  const columns = ({ auc, withinAuc, balancedAccuracy }: HeldOutScore) =>
    [isOdd(auc) && 'AUC', isOdd(withinAuc) && 'within', isOdd(balancedAccuracy) && 'balanced'].filter(Boolean)
  const learned = classifiers
    .map(({ name, leavingQueryOut }) => ({ name, high: columns(leavingQueryOut) }))
    .filter(({ high }) => high.length > 0)
    .map(({ name, high }) => `${name} (${high.join(', ')})`)
  const guessed = lengths.flatMap(({ name, leavingQueryOut, badIsShorter }) => [
    ...(isOdd(leavingQueryOut) ? [`${name}, query left out`] : []),
    ...(isOdd(badIsShorter) ? [`${name}, bad is shorter than good`] : []),
  ])
  const reassured = isOdd(reassurance.balancedAccuracy) ? ['a comment reassures, so it is good'] : []
  return [...learned, ...guessed, ...reassured]
}
