import type { ApplicationCall, ShownChange, ShownRow, Witness } from '../../witness.ts'
import { describeWitness } from './describe-witness.ts'
import { outcomeLines } from './outcome-lines.ts'

/** A witness as people read it, on a page or in a terminal. */
export interface PresentedWitness {
  rule: string
  sentence: string
  call: ApplicationCall
  /** The hidden rows, or the row that was changed. */
  rows: { table: string; row: ShownRow }[]
  /** What the caller got, a line each. */
  got: string[]
  /** What they get without what is hidden; null where there is no second world. */
  without: string[] | null
}

export function presentWitness(witness: Witness): PresentedWitness {
  const { rule, call, got, evidence } = witness
  return {
    rule,
    sentence: describeWitness(witness),
    call,
    rows: rowsOf(witness).map(({ table, row }) => ({ table, row })),
    got: outcomeLines(got),
    without: evidence.kind === 'difference' ? outcomeLines(evidence.without) : null,
  }
}

function rowsOf({ evidence }: Witness): { table: string; row: ShownRow }[] {
  if (evidence.kind === 'difference') return evidence.hidden
  if (evidence.kind === 'forbidden-change') return [changedRow(evidence.change)]
  if (evidence.kind === 'always') return evidence.changes.map(changedRow)
  if (evidence.kind === 'required-row' && 'change' in evidence.of) return [changedRow(evidence.of.change)]
  return []
}

function changedRow({ table, old, new: next }: ShownChange): { table: string; row: ShownRow } {
  return { table, row: old ?? next ?? {} }
}
