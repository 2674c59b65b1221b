import type { Evidence, Witness } from '../../witness.ts'
import type { CaseRun } from '../cases/case-run.ts'
import { masker, type Outcome } from '../cases/outcome.ts'
import type { HiddenRow } from '../database/hidden-rows.ts'
import { shownRow } from '../database/shown-row.ts'
import type { Parameters } from '../inputs/parameters.ts'
import type { Actor } from '../worlds/actors.ts'
import type { RuleWorld } from '../worlds/world.ts'
import { inOneOrder, MOST_SHOWN, shownCall, shownOutcome } from './shown.ts'

/** The witness that a call gives something else in a world without what the rule hides. */
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
    without: shownOutcome(differingFirst(without, got)),
    ...(value ? { value } : {}),
  }
  return {
    rule,
    call: shownCall(caseRun, actor, parameters),
    got: shownOutcome(differingFirst(got, without)),
    evidence,
  }
}

/** Where not all rows are kept, the rows that the other result does not have come first. */
function differingFirst(outcome: Outcome, other: Outcome): Outcome {
  if (outcome.rows.length <= MOST_SHOWN) return outcome
  const textsOf = ({ rows, generated }: Outcome) => rows.map(row => JSON.stringify(row.map(masker(generated))))
  const otherTexts = new Set(textsOf(other))
  const texts = textsOf(outcome)
  const isCommon = (at: number) => otherTexts.has(texts[at] ?? '')
  const rows = [...outcome.rows.filter((_, at) => !isCommon(at)), ...outcome.rows.filter((_, at) => isCommon(at))]
  return { ...outcome, rows }
}

/** The first value that differs between two results with the same number of rows. Generated values do not count. */
function firstValue(real: Outcome, other: Outcome): Extract<Evidence, { kind: 'difference' }>['value'] {
  if (real.error || other.error || real.rows.length !== other.rows.length) return undefined
  const [realRows, otherRows] = [real, other].map(({ rows, generated }) => rows.map(row => row.map(masker(generated))))
  for (const [index, row] of (realRows ?? []).entries()) {
    const at = row.findIndex((value, column) => value !== otherRows?.[index]?.[column])
    const column = real.columns[at]
    if (column !== undefined) return { column, got: row[at] ?? null, without: otherRows?.[index]?.[at] ?? null }
  }
  return undefined
}
