import type { Figure, HeldOutScore, LimitCheck, ScopeAudit } from '../shortcuts.ts'

/** With at least so many applications, a classifier can leave one out, and its limits can fail the audit. */
export const ENOUGH_APPLICATIONS = 3

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

/** With the title of its column in the table. */
function higherAuc({ auc, withinAuc }: HeldOutScore): { column: 'AUC' | 'within'; value: number | null } {
  const isWithin = withinAuc !== null && withinAuc.value > (auc?.value ?? 0)
  return isWithin ? { column: 'within', value: withinAuc.value } : { column: 'AUC', value: valueIn(auc) }
}

function valueIn(figure: Figure | null): number | null {
  return figure?.value ?? null
}
