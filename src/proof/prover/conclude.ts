import type { Rule } from '../../domain.ts'
import { describeWitness } from '../../lib/witness/describe-witness.ts'
import type { Proof } from '../../witness.ts'
import type { CaseToProve } from '../cases/case-to-prove.ts'
import type { CaseFindings } from '../cases/findings.ts'

const MOST_LISTED = 3

/**
 * The proof of a case from its findings and its label. A good case must give exactly what `works` names, and break no
 * rule. A bad case must give at least that, and break just the rules that `# Violates` names.
 */
export function concludeProof(one: CaseToProve, findings: CaseFindings, rules: Pick<Rule, 'id'>[]): Proof {
  const order = rules.map(({ id }) => id)
  const witnesses = Object.values(findings.witnesses).sort((a, b) => order.indexOf(a.rule) - order.indexOf(b.rule))
  const broken = witnesses.map(({ rule }) => rule)
  const remarks = [...findings.remarks]
  if (one.label === 'bad' && one.violates.length === 0 && broken.length > 0) {
    const text = `add a section "# Violates" that says ${broken.join(', ')}, the main one first`
    remarks.push({ kind: 'no-violates', text })
  }
  const unproved = whyUnproved(one, findings, broken)
  return {
    casePath: one.path,
    ...(unproved === undefined ? {} : { unproved }),
    witnesses,
    remarks,
    ...(findings.sequences ? { sequences: findings.sequences } : {}),
  }
}

function whyUnproved(one: CaseToProve, findings: CaseFindings, broken: string[]): string | undefined {
  if (findings.undecided) return findings.undecided.reason
  if (findings.doubt !== undefined && broken.length === 0) return findings.doubt
  if (!findings.isActive) return 'no call of the case returned or changed anything'
  if (findings.missing.length > 0) return `the case does not do what "works" says: ${listSome(findings.missing)}`
  if (one.label === 'good') {
    const [first] = broken
    if (first !== undefined) {
      return `labelled good, but ${broken.join(', ')} ${broken.length === 1 ? 'breaks' : 'break'}: ${sentence(findings, first)}`
    }
    if (findings.surplus.length > 0) return `the case gives more than "works" says: ${listSome(findings.surplus)}`
    const short = Object.entries(findings.rowCounts).find(([, { limit, most }]) => most < limit)
    if (short) {
      const [rule, { limit, most, unbuilt }] = short
      if (unbuilt !== undefined)
        return `the limit of ${rule} cannot be tried, since the copies that fill the tables cannot be made: ${unbuilt}`
      return `the flood for ${rule} makes the case give ${most} ${most === 1 ? 'row' : 'rows'}, which is below the limit of ${limit}; add tables to "flood" in proof.yaml, or write "max_rows: none" for this query`
    }
    if (findings.unreached.length > 0)
      return `no call shows what a part of the case permits (${listSome(findings.unreached)}): with and without it, all calls give the same, or the code fails without it; add a row or a call of "works" in which it matters, or leave it out`
    return undefined
  }
  if (broken.length === 0) return 'labelled bad, but no rule breaks in any call'
  if (one.violates.length === 0) return undefined
  const unbroken = one.violates.filter(rule => !broken.includes(rule))
  if (unbroken.length > 0)
    return `"# Violates" names ${unbroken.join(', ')}, which did not break; what breaks is ${broken.join(', ')}`
  const unlisted = broken.filter(rule => !one.violates.includes(rule))
  const [first] = unlisted
  if (first !== undefined) {
    return `${unlisted.join(', ')} ${unlisted.length === 1 ? 'breaks' : 'break'} too, which "# Violates" does not name: ${sentence(findings, first)}`
  }
  return undefined
}

function sentence({ witnesses }: CaseFindings, rule: string): string {
  const witness = witnesses[rule]
  return witness ? describeWitness(witness) : ''
}

function listSome(list: string[]): string {
  const more = list.length > MOST_LISTED ? ` and ${list.length - MOST_LISTED} more` : ''
  return `${list.slice(0, MOST_LISTED).join('; ')}${more}`
}
