import type { Evidence, Witness } from '../../witness.ts'
import type { CaseRun } from '../cases/case-run.ts'
import { masker, type Outcome } from '../cases/outcome.ts'
import type { HiddenRow } from '../database/hidden-rows.ts'
import { shownRow } from '../database/shown-row.ts'
import type { Parameters } from '../inputs/parameters.ts'
import type { Actor } from '../worlds/actors.ts'
import type { RuleWorld } from '../worlds/world.ts'
import { inOneOrder, shownCall, shownOutcome } from './shown.ts'

/** The witness of a difference between the database and the world without what the rule hides. */
export function differenceWitness(
  caseRun: CaseRun,
  actor: Actor,
  parameters: Parameters,
  { rule, kind }: RuleWorld,
  hidden: HiddenRow[],
  real: Outcome,
  other: Outcome,
): Witness {
  const [got, without] = [inOneOrder(caseRun, real), inOneOrder(caseRun, other)]
  const value = firstValue(got, without)
  const evidence: Evidence = {
    rule,
    kind: 'difference',
    hidden: hidden.map(({ table, image, columns }) => ({
      table,
      row: shownRow(image),
      columns: kind === 'rows' ? [] : columns,
    })),
    without: shownOutcome(without),
    ...(value ? { value } : {}),
  }
  return { rule, call: shownCall(caseRun, actor, parameters), got: shownOutcome(got), evidence }
}

/** The first value that differs, of results with as many rows. What the database makes up is another value each time. */
function firstValue(real: Outcome, other: Outcome): Extract<Evidence, { kind: 'difference' }>['value'] {
  if (real.error || other.error || real.rows.length !== other.rows.length) return undefined
  const [ours, theirs] = [real, other].map(({ rows, generated }) => rows.map(row => row.map(masker(generated))))
  for (const [index, row] of (ours ?? []).entries()) {
    const at = row.findIndex((value, column) => value !== theirs?.[index]?.[column])
    const column = real.columns[at]
    if (column !== undefined) return { column, got: row[at] ?? null, without: theirs?.[index]?.[at] ?? null }
  }
  return undefined
}
