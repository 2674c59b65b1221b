import type { Figure, HeldOutScore, LimitCheck, Plant, ScopeAudit } from '../shortcuts.ts'

/** With at least so many applications, a classifier can leave one out, and its limits can fail the audit. */
export const ENOUGH_APPLICATIONS = 3

/** With at least so many queries, the limits of a level can fail the audit. */
const ENOUGH_QUERIES = 6

const COMMENTS_AUC = 0.58
const CODE_AUC = { query: 0.65, application: 0.6 }
const LENGTH = 0.57
const SHORTER = { least: 0.4, most: 0.6 }
const REASSURES = 0.53

/**
 * Checks the limits, which hold for the whole folder: of a part of it, they only inform. There are two AUCs, over all pairs
 * and within queries. The higher one is checked, and the name of the limit says which one that is.
 */
export function checkLimits(
  { classifiers, lengths, reassurance }: ScopeAudit,
  { applications, isPart }: { applications: number; isPart: boolean },
): LimitCheck[] {
  const isWhole = !isPart
  const binds = isWhole && applications >= ENOUGH_APPLICATIONS
  const check = (name: string, value: number | null, bounds: { least?: number; most: number }, isBinding: boolean) => {
    const { least = 0, most } = bounds
    const isKept = value === null || (value <= most && value >= least)
    return { name, value, least, most, status: isKept ? 'kept' : isBinding ? 'broken' : 'informs' } satisfies LimitCheck
  }
  const checkAuc = (name: string, leftOut: 'a query' | 'an application', score: HeldOutScore, most: number) => {
    const { column, value } = higherAuc(score)
    return check(`${name}: ${column}, leaving ${leftOut} out`, value, { most }, binds)
  }
  return [
    ...classifiers.flatMap(({ name, kind, leavingQueryOut, leavingApplicationOut }) => {
      const most = kind === 'comments' ? { query: COMMENTS_AUC, application: COMMENTS_AUC } : CODE_AUC
      return [
        checkAuc(name, 'a query', leavingQueryOut, most.query),
        ...(leavingApplicationOut ? [checkAuc(name, 'an application', leavingApplicationOut, most.application)] : []),
      ]
    }),
    ...lengths.flatMap(({ name, leavingQueryOut, leavingApplicationOut, badIsShorter }) => [
      check(`${name}: balanced accuracy, leaving a query out`, valueIn(leavingQueryOut), { most: LENGTH }, binds),
      ...(leavingApplicationOut
        ? [
            check(
              `${name}: balanced accuracy, leaving an application out`,
              leavingApplicationOut.value,
              { most: LENGTH },
              binds,
            ),
          ]
        : []),
      check(`${name}: bad is shorter than good`, valueIn(badIsShorter), SHORTER, isWhole),
    ]),
    // The reverse rule, "a comment reassures, so it is bad", would be a shortcut too.
    check(
      'a comment reassures: balanced accuracy',
      valueIn(reassurance.balancedAccuracy),
      { least: 1 - REASSURES, most: REASSURES },
      isWhole,
    ),
  ]
}

/**
 * The limits of a level by itself, which are two-sided: "odd means good" is a shortcut as well. A figure has to lie where it
 * lies under 99 of 100 shuffles of the labels, so that a limit is as wide as chance is with so few cases. Those of migrations
 * can fail the audit. Statements and functions have the limits of `checkLimits`, and here they only inform.
 */
export function checkShuffledLimits(
  { level, classifiers, lengths, reassurance, tellingWords, shape }: ScopeAudit,
  { isPart }: { isPart: boolean },
): LimitCheck[] {
  const binds = level === 'migration' && !isPart && shape.queries >= ENOUGH_QUERIES
  const checkBetween = (name: string, value: number, least: number, most: number): LimitCheck => {
    const isKept = value >= least && value <= most
    return { name: `${level}s: ${name}`, value, least, most, status: isKept ? 'kept' : binds ? 'broken' : 'informs' }
  }
  const check = (name: string, figure: Figure | null): LimitCheck[] => {
    if (!figure?.shuffledRange) return []
    return [checkBetween(name, figure.value, figure.shuffledRange.low, figure.shuffledRange.high)]
  }
  return [
    ...classifiers.flatMap(({ name, leavingQueryOut: { auc, withinAuc } }) => [
      ...check(`${name}: AUC, leaving a query out`, auc),
      ...check(`${name}: within, leaving a query out`, withinAuc),
    ]),
    ...lengths.flatMap(({ name, leavingQueryOut, badIsShorter }) => [
      ...check(`${name}: balanced accuracy, leaving a query out`, leavingQueryOut),
      ...check(`${name}: bad is shorter than good`, badIsShorter),
    ]),
    ...check('a comment reassures: balanced accuracy', reassurance.balancedAccuracy),
    ...tellingWords.flatMap(({ where, word, deviations, chance }) =>
      chance === null
        ? []
        : [checkBetween(`the most telling word of the ${where} (${word}), in deviations`, deviations, 0, chance)],
    ),
  ]
}

/** What the AUCs of a classifier may be, for the tries with planted shortcuts. */
export type AucBounds = Record<'auc' | 'withinAuc', { least: number; most: number }>

/** The limits of `checkLimits` for the code or the comments. */
export function fixedBounds(where: Plant['where']): AucBounds {
  const most = where === 'comments' ? COMMENTS_AUC : CODE_AUC.query
  return { auc: { least: 0, most }, withinAuc: { least: 0, most } }
}

/** The limits of `checkShuffledLimits`; undefined where the labels were not shuffled. */
export function shuffledBounds({ auc, withinAuc }: HeldOutScore): AucBounds | undefined {
  if (!auc?.shuffledRange || !withinAuc?.shuffledRange) return undefined
  const bounds = ({ low, high }: { low: number; high: number }) => ({ least: low, most: high })
  return { auc: bounds(auc.shuffledRange), withinAuc: bounds(withinAuc.shuffledRange) }
}

/** With the title of its column in the table. */
function higherAuc({ auc, withinAuc }: HeldOutScore): { column: 'AUC' | 'within'; value: number | null } {
  const isWithin = withinAuc !== null && withinAuc.value > (auc?.value ?? 0)
  return isWithin ? { column: 'within', value: withinAuc.value } : { column: 'AUC', value: valueIn(auc) }
}

function valueIn(figure: Figure | null): number | null {
  return figure?.value ?? null
}
