import type { CaseToProve } from '../../proof/cases/case-to-prove.ts'
import type { CaseFindings } from '../../proof/cases/findings.ts'
import { concludeProof } from '../../proof/prover/conclude.ts'

/**
 * What became of a mutant. `rule`: it breaks a rule. `works`: a call of `works` gives something else. `undecided`: nothing
 * can be proved of it, so that a case like it would not be proved. `invalid`: it is no SQL.
 */
export type Fate = 'rule' | 'works' | 'undecided' | 'equivalent' | 'invalid' | 'survived'

/** What became of an edit: it is compared with its case. */
export function fateOfEdit({ killedBy, undecided, isEquivalent }: CaseFindings): Fate {
  if (isInvalid(undecided)) return 'invalid'
  if (killedBy !== undefined) return killedBy === 'works' ? 'works' : 'rule'
  if (undecided) return 'undecided'
  return isEquivalent ? 'equivalent' : 'survived'
}

/** What became of an attack: it is proved as a case that is labelled good. */
export function fateOfAttack(attack: CaseToProve, findings: CaseFindings): Fate {
  const fate = fateOfEdit(findings)
  if (fate !== 'survived') return fate
  if (Object.keys(findings.witnesses).length > 0) return 'rule'
  if (findings.missing.length + findings.surplus.length > 0) return 'works'
  return concludeProof(attack, findings, []).unproved === undefined ? 'survived' : 'undecided'
}

/** SQLSTATEs of class 42 say that PostgreSQL cannot prepare the mutant: nothing has killed it. */
function isInvalid(undecided: CaseFindings['undecided']): boolean {
  return undecided?.sqlState?.startsWith('42') === true
}
