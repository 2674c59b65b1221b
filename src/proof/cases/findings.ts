import type { Remark, Witness } from '../../witness.ts'

/** Why nothing can be said about a case. */
export interface Undecided {
  reason: string
  /** Where PostgreSQL said it. */
  sqlState?: string
  /** It ran too long, took too much or broke the database: on another day it may not. */
  isTemporary?: true
}

/** How many rows came where a limit allows some. */
export interface RowCount {
  limit: number
  /** The most rows that one call brought among many copies. */
  most: number
  /** Why the copies cannot be made. */
  unbuilt?: string
}

/** What running a case showed, before its label is looked at. */
export interface CaseFindings {
  path: string
  undecided?: Undecided
  /** Keys that `works` names and the case did not give, or gave beside them. */
  missing: string[]
  surplus: string[]
  /** By rule. */
  witnesses: Record<string, Witness>
  /** Something was returned or changed in some call. */
  isActive: boolean
  /** By rule with a limit. */
  rowCounts: Record<string, RowCount>
  remarks: Remark[]
  /** Of a mutant: the rule that it breaks, or `works` where the calls that must work give something else. */
  killedBy?: string
  /** Of a mutant: it is carried out as the case that it was made from. */
  isEquivalent?: true
}

export function emptyFindings(path: string): CaseFindings {
  return { path, missing: [], surplus: [], witnesses: {}, isActive: false, rowCounts: {}, remarks: [] }
}

/** One from those on several seeds. */
export function mergeFindings(findings: CaseFindings[]): CaseFindings {
  const [first, ...others] = findings
  if (!first) throw new Error('no findings to merge')
  return others.reduce((all, one) => {
    const undecided = all.undecided ?? one.undecided
    const killedBy = all.killedBy ?? one.killedBy
    return {
      path: all.path,
      missing: [...all.missing, ...one.missing],
      surplus: [...all.surplus, ...one.surplus],
      witnesses: { ...one.witnesses, ...all.witnesses },
      isActive: all.isActive || one.isActive,
      rowCounts: { ...one.rowCounts, ...all.rowCounts },
      remarks: [...all.remarks, ...one.remarks],
      ...(undecided ? { undecided } : {}),
      ...(all.isEquivalent ? { isEquivalent: true } : {}),
      ...(killedBy === undefined ? {} : { killedBy }),
    }
  }, first)
}
