import type { Figure, HeldOutScore, ScopeAudit } from '../../shortcuts.ts'

export function isHigh(figure: Figure | null): boolean {
  return figure !== null && figure.shuffled !== null && figure.value > figure.shuffled
}

/** The names of the figures that are above their chance, as the tables name them: `words, all (AUC, within)`. */
export function namesAboveChance({ classifiers, lengths, reassurance }: ScopeAudit): string[] {
  const columns = ({ auc, withinAuc, balancedAccuracy }: HeldOutScore) =>
    [isHigh(auc) && 'AUC', isHigh(withinAuc) && 'within', isHigh(balancedAccuracy) && 'balanced'].filter(Boolean)
  const learned = classifiers
    .map(({ name, leavingQueryOut }) => ({ name, high: columns(leavingQueryOut) }))
    .filter(({ high }) => high.length > 0)
    .map(({ name, high }) => `${name} (${high.join(', ')})`)
  const guessed = lengths.flatMap(({ name, leavingQueryOut, badIsShorter }) => [
    ...(isHigh(leavingQueryOut) ? [`${name}, query left out`] : []),
    ...(isHigh(badIsShorter) ? [`${name}, bad is shorter than good`] : []),
  ])
  const reassured = isHigh(reassurance.balancedAccuracy) ? ['a comment reassures, so it is good'] : []
  return [...learned, ...guessed, ...reassured]
}
