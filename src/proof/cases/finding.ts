import type { Label, Witness } from '../../domain.ts'

/** A case as the prover needs it. */
export interface CaseToProve {
  path: string
  label: Label
  code: string
  violates: string[]
}

/** What running a case showed, before its label is looked at. */
export interface Finding {
  path: string
  /** Why nothing can be said about the case. */
  trouble?: string
  /** It ran too long, took too much or broke the database: on another day it may not. */
  wasEnded?: boolean
  /** Keys that `works` names and the case did not give, or gave beside them. */
  missing: string[]
  surplus: string[]
  /** By rule. */
  witnesses: Record<string, Witness>
  /** Something was returned or changed somewhere in the sweep. */
  isActive: boolean
  /** By rule with a limit: the limit, and the most rows that one call brought in the flood. */
  flood: Record<string, { limit: number; most: number; unbuilt?: string }>
  remarks: string[]
  /** Of a mutant: the rule that it breaks, or `works` where the calls that must work give something else. */
  killedBy?: string | undefined
  /** Of a mutant: PostgreSQL plans it as the case that it was made from. */
  isEquivalent?: boolean
}

export function emptyFinding(path: string): Finding {
  return { path, missing: [], surplus: [], witnesses: {}, isActive: false, flood: {}, remarks: [] }
}

/** One finding from those on several shapes of data. */
export function mergeFindings(findings: Finding[]): Finding {
  const [first] = findings
  if (!first) throw new Error('no finding to merge')
  return findings.slice(1).reduce(
    (all, one) => ({
      path: all.path,
      ...((all.trouble ?? one.trouble) ? { trouble: all.trouble ?? one.trouble ?? '' } : {}),
      missing: [...all.missing, ...one.missing],
      surplus: [...all.surplus, ...one.surplus],
      witnesses: { ...one.witnesses, ...all.witnesses },
      isActive: all.isActive || one.isActive,
      flood: { ...one.flood, ...all.flood },
      remarks: [...all.remarks, ...one.remarks],
      ...(all.isEquivalent ? { isEquivalent: true } : {}),
      ...((all.killedBy ?? one.killedBy) ? { killedBy: all.killedBy ?? one.killedBy ?? '' } : {}),
    }),
    first,
  )
}
