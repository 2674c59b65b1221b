import type { Case } from '../../domain.ts'
import { printable } from '../../lib/text/printable.ts'
import { describeWitness } from '../../lib/witness/describe-witness.ts'
import { notShown, shownLines } from '../../lib/witness/outcome-lines.ts'
import { presentWitness } from '../../lib/witness/present-witness.ts'
import type { Proof, ShownOutcome, Witness } from '../../witness.ts'

const WIDEST = 400

/** One case told in full: the call, what was hidden, and what the caller got in each of the two worlds. */
export function explainProof(one: Case, proof: Proof, bold: (text: string) => string): string {
  const lines = [bold(`${one.path}: labelled ${one.label}, ${proof.unproved === undefined ? 'proved' : 'unproved'}`)]
  if (proof.unproved !== undefined) lines.push(`Why: ${printable(shortReason(proof), 1000)}`)
  if (proof.witnesses.length === 0 && proof.unproved === undefined) {
    lines.push('In every call that was tried, each caller got the same with and without what the rules hide from them.')
  }
  for (const witness of proof.witnesses) lines.push('', ...explainWitness(witness, bold))
  for (const remark of proof.remarks) lines.push('', `Remark: ${printable(remark.text, 4000)}`)
  return `${lines.join('\n')}\n`
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
    bold(`  The call, as ${call.actor}`),
    ...values(call.context),
    ...values(call.parameters),
    ...(inQuestion.length > 0
      ? [
          bold('  The rows in question'),
          ...inQuestion.map(({ table, row }) => `    ${table} ${printable(JSON.stringify(row), WIDEST)}`),
        ]
      : []),
    ...worlds,
  ]
}

const COLUMN = 60

const GONE = 'without the rows in question'
const CHANGED = 'with other values in the rows in question'

/** The hidden rows are deleted in the other world; else only their hidden columns are others. */
function isGone({ evidence }: Witness): boolean {
  return evidence.kind === 'difference' && evidence.hidden.every(({ columns }) => columns.length === 0)
}

/** The rows of both worlds in two columns, each beside the one with the same key. Of rows in both, only what differs. */
function sideBySide(
  got: ShownOutcome,
  without: ShownOutcome,
  bold: (text: string) => string,
  otherWorld: string,
): string[] {
  const left = shownLines(got).map(readRow)
  const right = shownLines(without).map(readRow)
  const pairs = [
    ...left.map(row => ({ row, other: right.find(one => one.key === row.key) })),
    ...right.filter(row => !left.some(one => one.key === row.key)).map(row => ({ row: undefined, other: row })),
  ]
  const lines = pairs.map(({ row, other }) => {
    const [mine, theirs] = [shown(row, other, got), shown(other, row, without)]
    return mine === undefined || theirs === undefined ? undefined : `    ${mine.padEnd(COLUMN)}  ${theirs}`
  })
  const same = lines.filter(line => line === undefined).length
  const head = bold(`    ${'World A, the database'.padEnd(COLUMN)}  World B, ${otherWorld}`)
  if (same === lines.length && left.some(({ key }, at) => key !== right[at]?.key)) {
    const first = (row: Row | undefined) => shown(row && { ...row, cells: row.cells.slice(0, 1) }, undefined, got) ?? ''
    return [
      head,
      ...left.map((row, at) => `    ${first(row).padEnd(COLUMN)}  ${first(right[at])}`),
      '    in another order',
    ]
  }
  return [
    head,
    ...lines.filter(line => line !== undefined),
    ...(left.length + right.length === 0 ? ['    (nothing in either)'] : []),
    ...(same > 0 ? [`    ${same === 1 ? '1 row is' : `${same} rows are`} the same in both`] : []),
    ...(notShown(got) + notShown(without) > 0
      ? [`    ${`… and ${notShown(got)} more`.padEnd(COLUMN)}  … and ${notShown(without)} more`]
      : []),
  ]
}

interface Row {
  key: string
  cells: [string, string][]
}

/** A row that is no JSON, such as an error or a change, is its own key. */
function readRow(text: string): Row {
  const [, prefix = '', json = text] = /^([A-Z]+ \S+ )?(\{.*\})$/s.exec(text) ?? []
  try {
    const cells = Object.entries(JSON.parse(json) as Record<string, string | null>).map(
      ([name, value]): [string, string] => [name, value ?? 'NULL'],
    )
    return { key: `${prefix}${cells[0]?.join('=')}`, cells: prefix ? [['', prefix.trim()], ...cells] : cells }
  } catch {
    return { key: text, cells: [['', text]] }
  }
}

/** Undefined: the two are the same. A row that is missing in a list of which only a part is kept may still be there. */
function shown(row: Row | undefined, other: Row | undefined, outcome: ShownOutcome): string | undefined {
  if (!row) return notShown(outcome) > 0 ? '(not among those shown)' : '(not there)'
  const theirs = new Map(other?.cells)
  const differing = other ? row.cells.filter(([name, value]) => theirs.get(name) !== value) : row.cells.slice(1)
  if (other && differing.length === 0) return undefined
  const text = [...row.cells.slice(0, 1), ...differing].map(([name, value]) => (name ? `${name} = ${value}` : value))
  return printable(text.join(', '), COLUMN)
}
