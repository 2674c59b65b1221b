import type { Proof, Rule } from '../../domain.ts'
import type { CaseToProve, Finding } from '../cases/finding.ts'

const SHOWN = 3

/** Good: exactly what `works` names and no rule breaks. Bad: at least that, and just the rules of `# Violates` break. */
export function concludeProof(one: CaseToProve, finding: Finding, rules: Pick<Rule, 'id'>[]): Proof {
  const order = rules.map(({ id }) => id)
  const witnesses = Object.values(finding.witnesses).sort((a, b) => order.indexOf(a.rule) - order.indexOf(b.rule))
  const broken = witnesses.map(({ rule }) => rule)
  const remarks = [...finding.remarks]
  if (one.label === 'bad' && one.violates.length === 0 && broken.length > 0) {
    remarks.push(`add a section "# Violates" that says ${broken.join(', ')}, the main one first`)
  }
  const unproved = reason(one, finding, broken)
  return { casePath: one.path, ...(unproved === undefined ? {} : { unproved }), witnesses, remarks }
}

function reason(one: CaseToProve, finding: Finding, broken: string[]): string | undefined {
  if (finding.trouble !== undefined) return finding.trouble
  if (!finding.isActive) return 'nothing was ever returned or changed, in no call of the sweep'
  if (finding.missing.length > 0) return `it does not do its job: ${some(finding.missing)}`
  if (one.label === 'good') {
    const [first] = broken
    if (first !== undefined) {
      return `labelled good, but ${broken.join(', ')} ${broken.length === 1 ? 'breaks' : 'break'}: ${finding.witnesses[first]?.sentence}`
    }
    if (finding.surplus.length > 0) return `it gives more than its job asks: ${some(finding.surplus)}`
    const short = Object.entries(finding.flood).find(([, { limit, most }]) => most < limit)
    if (short) {
      const [rule, { limit, most, unbuilt }] = short
      if (unbuilt !== undefined) return `the flood for ${rule} cannot be made: ${unbuilt}`
      return `the flood for ${rule} brings ${most} ${most === 1 ? 'row' : 'rows'} where ${limit} are the limit; flood more tables in proof.yaml, or say "max_rows: none" for this query`
    }
    return undefined
  }
  if (broken.length === 0) return 'labelled bad, but no rule breaks anywhere in the sweep'
  if (one.violates.length === 0) return undefined
  const harmless = one.violates.filter(rule => !broken.includes(rule))
  if (harmless.length > 0)
    return `"# Violates" names ${harmless.join(', ')}, which did not break; what breaks is ${broken.join(', ')}`
  const unlisted = broken.filter(rule => !one.violates.includes(rule))
  const [first] = unlisted
  if (first !== undefined) {
    return `${unlisted.join(', ')} ${unlisted.length === 1 ? 'breaks' : 'break'} too, which "# Violates" does not name: ${finding.witnesses[first]?.sentence}`
  }
  return undefined
}

function some(list: string[]): string {
  const more = list.length > SHOWN ? ` and ${list.length - SHOWN} more` : ''
  return `${list.slice(0, SHOWN).join('; ')}${more}`
}
