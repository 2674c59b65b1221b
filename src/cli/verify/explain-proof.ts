import type { Case } from '../../domain.ts'
import { printable } from '../../lib/text/printable.ts'
import { describeWitness } from '../../lib/witness/describe-witness.ts'
import { presentWitness } from '../../lib/witness/present-witness.ts'
import type { Proof, Witness } from '../../witness.ts'
import { sideBySide } from './side-by-side.ts'

const WIDEST = 400

/** One case told in full: the call, what was hidden, and what the caller got in each of the two worlds. */
export function explainProof(one: Case, proof: Proof, bold: (text: string) => string): string {
  const lines = [bold(`${one.path}: labelled ${one.label}, ${proof.unproved === undefined ? 'proved' : 'unproved'}`)]
  if (proof.unproved !== undefined) lines.push(`Why: ${printable(shortReason(proof), 1000)}`)
  if (proof.witnesses.length === 0 && proof.unproved === undefined) {
    lines.push('In every call that was tried, each caller got the same with and without what the rules hide from them.')
  }
  if (proof.sequences) lines.push(saidSequences(proof.sequences))
  for (const witness of proof.witnesses) lines.push('', ...explainWitness(witness, bold))
  for (const remark of proof.remarks) lines.push('', `Remark: ${printable(remark.text, 4000)}`)
  return `${lines.join('\n')}\n`
}

/** `Tried: 4,210 single calls, 310 sequences of 2 calls and 95 sequences of 3 calls.` */
function saidSequences(sequences: Record<string, number>): string {
  const said = Object.entries(sequences).map(([calls, count]) => {
    const many = count.toLocaleString('en')
    if (calls === '1') return count === 1 ? '1 single call' : `${many} single calls`
    return `${many} ${count === 1 ? 'sequence' : 'sequences'} of ${calls} calls`
  })
  const rest = said.slice(0, -1).join(', ')
  return `Tried: ${rest === '' ? '' : `${rest} and `}${said.at(-1)}.`
}

/** The reason without the sentence of a witness, which stands below. */
function shortReason({ unproved = '', witnesses }: Proof): string {
  return witnesses.reduce((text, witness) => text.replace(`: ${describeWitness(witness)}`, '.'), unproved)
}

function explainWitness(witness: Witness, bold: (text: string) => string): string[] {
  const { rule, call, sentence, rows: inQuestion, got } = presentWitness(witness)
  const values = (list: Record<string, string | null>) =>
    Object.entries(list).map(([name, value]) => `    :${name} = ${printable(value ?? 'NULL', 200)}`)
  const rows = (list: string[]) =>
    list.length === 0 ? ['    (nothing)'] : list.map(row => `    ${printable(row, WIDEST)}`)
  const worlds =
    witness.evidence.kind === 'difference'
      ? sideBySide(witness.got, witness.evidence.without, bold, isGone(witness) ? GONE : CHANGED)
      : [bold('  What came back, and what changed'), ...rows(got)]
  return [
    bold(`${rule} breaks. ${printable(sentence, 1000)}`),
    ...(witness.before ?? []).flatMap(one => [
      bold(
        `  Before it, as ${one.actor}: ${one.statement === undefined ? one.query : printable(one.statement, WIDEST)}`,
      ),
      ...values(one.parameters),
    ]),
    bold(`  The call, as ${call.actor}`),
    ...values(call.context),
    ...values(call.parameters),
    ...(call.statement === undefined ? [] : [bold('  The statement'), `    ${printable(call.statement, 1000)}`]),
    ...(inQuestion.length > 0
      ? [
          bold('  The rows in question'),
          ...inQuestion.map(({ table, row }) => `    ${table} ${printable(JSON.stringify(row), WIDEST)}`),
        ]
      : []),
    ...worlds,
  ]
}

const GONE = 'without the rows in question'
const CHANGED = 'with other values in the rows in question'

/** The hidden rows are deleted in the other world; else only their hidden columns are others. */
function isGone({ evidence }: Witness): boolean {
  return evidence.kind === 'difference' && evidence.hidden.every(({ columns }) => columns.length === 0)
}
