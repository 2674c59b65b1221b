import { sampleEvenly } from '../../lib/sample-evenly.ts'
import type { Value } from '../plan/plan.ts'
import type { Effort } from './effort.ts'
import type { PairedParameter } from './pairs/pair-calls.ts'
import type { Parameters } from './parameters.ts'
import type { PlannedCall } from './planned-call.ts'
import type { LiteralValues } from './values/literal-values.ts'

/** The most literals of one parameter that are paired. */
const MOST_LITERALS = 8

/**
 * The call with each value that a literal of the code suggests. Then with two literals in two parameters, and with a
 * literal and a choice of another parameter, up to a limit.
 */
export function literalCalls(
  start: Parameters,
  found: LiteralValues[],
  paired: PairedParameter[],
  effort: Effort,
): PlannedCall[] {
  const alone = found.flatMap(({ name, values }) =>
    values.map(({ value, literal }) => toCall(start, { [name]: value }, `${name}: literal ${literal} of the code`)),
  )
  const lists = found.map(({ name, values }) => ({
    name,
    literals: sampleEvenly(
      values.filter(({ isPaired }) => isPaired).map(({ value }) => value),
      MOST_LITERALS,
    ),
  }))
  const twoLiterals = lists.flatMap((one, index) =>
    lists.slice(index + 1).flatMap(other => combine(one.name, one.literals, other.name, other.literals)),
  )
  const withChoice = lists.flatMap(one =>
    paired
      .filter(({ name }) => name !== one.name)
      .flatMap(other => combine(one.name, one.literals, other.name, other.choices)),
  )
  const first = sampleEvenly(twoLiterals, effort.literalPairs)
  const second = sampleEvenly(withChoice, Math.max(1, effort.literalPairs - first.length))
  const pairs = [...first, ...second].map(pair =>
    toCall(start, pair, `pair: ${Object.keys(pair).join(' × ')}, literals of the code`),
  )
  return [...alone, ...pairs]
}

function toCall(start: Parameters, changed: Parameters, why: string): PlannedCall {
  return { parameters: { ...start, ...changed }, reason: 'literals', why }
}

function combine(name: string, values: Value[], otherName: string, others: Value[]): Parameters[] {
  return values.flatMap(value => others.map(other => ({ [name]: value, [otherName]: other })))
}
