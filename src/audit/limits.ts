import type { Figure, HeldOutScore, LimitCheck, ScopeAudit } from '../shortcuts.ts'

/** With at least so many applications, a classifier can leave one out, and its limits can fail the audit. */
export const ENOUGH_APPLICATIONS = 3

const COMMENTS_AUC = 0.58
const CODE_AUC = { query: 0.65, application: 0.6 }
const LENGTH = 0.57
const SHORTER = { least: 0.4, most: 0.6 }
const REASSURES = 0.53

/** Checks the limits of the whole folder. There are two AUCs, over all pairs and within queries; the higher one is checked. */
export function checkLimits({ classifiers, lengths, reassurance }: ScopeAudit, applications: number): LimitCheck[] {
  const binds = applications >= ENOUGH_APPLICATIONS
  const check = (name: string, value: number | null, bounds: { least?: number; most: number }, isBinding: boolean) => {
    const { least = 0, most } = bounds
    const isKept = value === null || (value <= most && value >= least)
    return { name, value, least, most, status: isKept ? 'kept' : isBinding ? 'broken' : 'informs' } satisfies LimitCheck
  }
  return [
    ...classifiers.flatMap(({ name, kind, leavingQueryOut, leavingApplicationOut }) => [
      check(
        `${name}: AUC, leaving a query out`,
        higherAuc(leavingQueryOut),
        { most: kind === 'comments' ? COMMENTS_AUC : CODE_AUC.query },
        binds,
      ),
      ...(leavingApplicationOut
        ? [
            check(
              `${name}: AUC, leaving an application out`,
              higherAuc(leavingApplicationOut),
              { most: kind === 'comments' ? COMMENTS_AUC : CODE_AUC.application },
              binds,
            ),
          ]
        : []),
    ]),
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
      check(`${name}: bad is shorter than good`, valueIn(badIsShorter), SHORTER, true),
    ]),
    // The reverse rule, "a comment reassures, so it is bad", would be a shortcut too.
    check(
      'a comment reassures: balanced accuracy',
      valueIn(reassurance.balancedAccuracy),
      { least: 1 - REASSURES, most: REASSURES },
      true,
    ),
  ]
}

function higherAuc({ auc, withinAuc }: HeldOutScore): number | null {
  return auc === null && withinAuc === null ? null : Math.max(auc?.value ?? 0, withinAuc?.value ?? 0)
}

function valueIn(figure: Figure | null): number | null {
  return figure?.value ?? null
}
