import type { Remark, Witness } from '../../witness.ts'
import type { CaseToProve } from './case-to-prove.ts'

/** Why a case can be neither proved nor refuted. */
export interface Undecided {
  reason: string
  /** The SQLSTATE, where the reason is an error of PostgreSQL. */
  sqlState?: string
  /** The case ran too long, took too much memory or broke the database: another run may end otherwise. */
  isTemporary?: true
}

/** How many rows came among thousands of copies, where a rule has a limit. */
export interface RowCount {
  limit: number
  /** The most rows that one call gave. */
  most: number
  /** Why the copies could not be made. */
  unbuilt?: string
}

/** What running a case showed. The label is looked at later, in `prover/conclude.ts`. */
export interface CaseFindings {
  path: string
  undecided?: Undecided
  /** What was seen and is not explained. It counts where no rule is known to break: see `doubt` in check.ts. */
  doubt?: string
  /** What `works` names and the case did not give. */
  missing: string[]
  /** What the case gave and `works` does not name. */
  surplus: string[]
  /** By rule that the case breaks. */
  witnesses: Record<string, Witness>
  /** Parts that only permit more, and that no call shows at work, each with its line: `line 7: :role = 'guest'`. */
  unreached: string[]
  /** Whether any call returned or changed something. */
  isActive: boolean
  /** By rule that has a limit. */
  rowCounts: Record<string, RowCount>
  remarks: Remark[]
  /** Of a migration: by number of calls, how many sequences were tried. */
  sequences?: Record<string, number>
  /** Of a mutant: the rule that it breaks, or `works` where a call in `works` gives something else. */
  killedBy?: string
  /** Of a mutant: PostgreSQL carries it out as the case that it was made from. */
  isEquivalent?: true
}

export function emptyFindings(path: string): CaseFindings {
  return { path, missing: [], surplus: [], unreached: [], witnesses: {}, isActive: false, rowCounts: {}, remarks: [] }
}

/** Whether rules that break settle a label: any of them for a good case, all that `# Violates` names for a bad one. */
export function settlesLabel(
  { label, violates }: Pick<CaseToProve, 'label' | 'violates'>,
  witnesses: CaseFindings['witnesses'],
): boolean {
  if (label === 'good') return Object.keys(witnesses).length > 0
  return violates.length > 0 && violates.every(rule => rule in witnesses)
}

/** The findings on several seeds as one. */
export function mergeFindings(findings: CaseFindings[]): CaseFindings {
  const [first, ...others] = findings
  if (!first) throw new Error('no findings to merge')
  return others.reduce((all, one) => {
    const undecided = all.undecided ?? one.undecided
    const doubt = all.doubt ?? one.doubt
    const killedBy = all.killedBy ?? one.killedBy
    return {
      path: all.path,
      missing: [...all.missing, ...one.missing],
      surplus: [...all.surplus, ...one.surplus],
      // One seed that shows a part at work is enough.
      unreached: all.unreached.filter(part => one.unreached.includes(part)),
      witnesses: { ...one.witnesses, ...all.witnesses },
      isActive: all.isActive || one.isActive,
      rowCounts: { ...one.rowCounts, ...all.rowCounts },
      remarks: [...all.remarks, ...one.remarks],
      ...sumOfSequences(all.sequences, one.sequences),
      ...(undecided ? { undecided } : {}),
      ...(doubt === undefined ? {} : { doubt }),
      ...(all.isEquivalent ? { isEquivalent: true } : {}),
      ...(killedBy === undefined ? {} : { killedBy }),
    }
  }, first)
}

function sumOfSequences(
  one: CaseFindings['sequences'],
  other: CaseFindings['sequences'],
): Pick<CaseFindings, 'sequences'> {
  if (!one || !other) return one || other ? { sequences: { ...one, ...other } } : {}
  const lengths = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return { sequences: Object.fromEntries(lengths.map(calls => [calls, (one[calls] ?? 0) + (other[calls] ?? 0)])) }
}
