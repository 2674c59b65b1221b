// The good cases with their mutants, and the part of them that is proved.

import { hash } from '../../lib/hash.ts'
import type { CaseToProve } from '../../proof/cases/case-to-prove.ts'
import type { CaseFindings } from '../../proof/cases/findings.ts'
import type { Mutant } from '../../proof/cases/kind.ts'
import { kindOf } from '../../proof/cases/kinds.ts'
import { findQuery, type QueryPlan } from '../../proof/plan/plan.ts'
import type { ProofSubject } from './proof-subject.ts'

export interface MutantToProve {
  mutant: Mutant
  original: CaseToProve
  path: string
  findings?: CaseFindings
}

/** A good case with its mutants. */
export interface MutatedCase {
  one: CaseToProve
  /** The query that the case names. Its plan is that of the first operation, where the case is a migration. */
  queryName: string
  query: QueryPlan
  mutants: MutantToProve[]
  /** How many edits were left out, since they are the case itself. */
  equivalent: number
}

/** A part of all mutants, chosen by the hash of a seed: the same seed chooses the same part. */
export interface Sample {
  size: number
  seed: string
}

/** The good cases that can be mutated, with their mutants. */
export async function mutateAll({ subject, toProve, queryOf }: ProofSubject): Promise<MutatedCase[]> {
  if (!subject) return []
  const { plan, schema } = subject
  const mutated: MutatedCase[] = []
  for (const one of toProve) {
    const queryName = queryOf.get(one.path)
    const kind = kindOf(one.language)
    if (queryName === undefined || !kind?.mutate) continue
    const { query } = findQuery(plan, queryName)
    const { mutants, equivalent } = await kind.mutate(one.code, query, { schema, plan })
    mutated.push({
      one,
      queryName,
      query,
      mutants: mutants.map((mutant, nth) => ({ mutant, original: one, path: `${one.path} mutant ${nth + 1}` })),
      equivalent,
    })
  }
  return mutated
}

/** The cases with only those mutants that the sample chooses among the mutants of all cases. */
export function sampled(cases: MutatedCase[], { size, seed }: Sample): MutatedCase[] {
  const ranked = cases
    .flatMap(({ mutants }) => mutants)
    .map(one => ({ one, rank: hash(seed, one.original.path, one.mutant.code) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
  const chosen = new Set(ranked.slice(0, size).map(({ one }) => one))
  return cases.map(one => ({ ...one, mutants: one.mutants.filter(mutant => chosen.has(mutant)) }))
}
