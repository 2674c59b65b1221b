import type { Case, Proof, Witness } from '../domain.ts'
import { printable } from '../lib/printable.ts'

const WIDEST = 400

/** One case told in full: the call, what was hidden, and what the caller got in each of the two worlds. */
export function explainProof(one: Case, proof: Proof, bold: (text: string) => string): string {
  const lines = [bold(`${one.path}: labelled ${one.label}, ${proof.unproved === undefined ? 'proved' : 'unproved'}`)]
  if (proof.unproved !== undefined) lines.push(`Why: ${printable(proof.unproved, 1000)}`)
  if (proof.witnesses.length === 0 && proof.unproved === undefined) {
    lines.push('Every call of the sweep gave each caller the same with and without what the rules hide from them.')
  }
  for (const witness of proof.witnesses) lines.push('', ...explainWitness(witness, bold))
  for (const remark of proof.remarks) lines.push('', `Remark: ${printable(remark, 600)}`)
  return `${lines.join('\n')}\n`
}

function explainWitness(
  { rule, call, sentence, hidden, got, without }: Witness,
  bold: (text: string) => string,
): string[] {
  const values = (list: Record<string, string | null>) =>
    Object.entries(list).map(([name, value]) => `    :${name} = ${printable(value ?? 'NULL', 200)}`)
  const rows = (list: string[]) =>
    list.length === 0 ? ['    (nothing)'] : list.map(row => `    ${printable(row, WIDEST)}`)
  const worlds =
    without.length === 0 && got.length > 0 && hidden.length === 0
      ? [bold('  What came back'), ...rows(got)]
      : [
          bold('  World A, the database'),
          ...rows(got),
          ...(isChange(sentence) ? [] : [bold('  World B, without what is hidden'), ...rows(without)]),
        ]
  return [
    bold(`${rule} breaks. ${printable(sentence, 1000)}`),
    bold(`  The call, as ${call.actor}`),
    ...values(call.context),
    ...values(call.parameters),
    ...(hidden.length > 0
      ? [
          bold('  The rows in question'),
          ...hidden.map(({ table, row }) => `    ${table} ${printable(JSON.stringify(row), WIDEST)}`),
        ]
      : []),
    ...worlds,
  ]
}

/** A forbidden change is seen in one world. */
function isChange(sentence: string): boolean {
  return / and (inserted|updated|deleted|made|turned) a row /.test(sentence)
}
