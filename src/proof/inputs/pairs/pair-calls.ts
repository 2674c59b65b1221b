// Two parameters in one call. A guard may be missing only where both have certain values: `status = closed` and
// `owner = 3`.

import { sampleEvenly } from '../../../lib/sample-evenly.ts'
import type { Value } from '../../plan/plan.ts'
import type { Effort } from '../effort.ts'
import type { Parameters } from '../parameters.ts'
import type { PlannedCall } from '../planned-call.ts'
import { pairwise } from './pairwise.ts'

export interface PairedParameter {
  name: string
  /** Values that code may name: labels, values of `works`, values that proof.yaml lists. */
  choices: Value[]
  /** Other values that a caller may send: NULL, values of the seed. */
  others: Value[]
  /** Values that may fail, or empty every result: -1 as a page size. */
  boundaries: Value[]
}

/**
 * Calls in which any two values of two parameters stand together. A third value may empty the result, so two choices
 * stand together in a call that differs from the start in nothing else, up to a limit. So do a boundary and a choice. All
 * other pairs share calls.
 */
export function pairCalls(start: Parameters, parameters: PairedParameter[], effort: Effort): PlannedCall[] {
  const lists = parameters.map(({ name, choices, others, boundaries }) => {
    const values = [...new Set([start[name] ?? null, ...choices, ...others])].slice(0, effort.pairedValues)
    return { name, values, boundaries, choices: values.slice(1).filter(value => choices.includes(value)) }
  })
  const chosen = sampleEvenly(
    crossed(lists, one => one.choices),
    effort.pairsAlone,
  )
  const odd = sampleEvenly(
    crossed(lists, one => one.boundaries),
    effort.boundaryPairs,
  )
  const made = chosen.map(changed => lists.map(({ name, values }) => indexIn(values, changed[name])))
  const lengths = lists.map(({ values }) => values.length)
  const shared = pairwise(lengths, made).map((row): PlannedCall => {
    const values = lists.map(list => [list.name, list.values[row[lists.indexOf(list)] ?? 0] ?? null])
    return {
      parameters: { ...start, ...Object.fromEntries(values) },
      reason: 'pairs',
      why: 'pairs: several in one call',
    }
  })
  const alone = [...chosen, ...odd].map((changed): PlannedCall => {
    return { parameters: { ...start, ...changed }, reason: 'pairs', why: `pair: ${Object.keys(changed).join(' × ')}` }
  })
  return [...alone, ...shared]
}

/** The position of a value; that of the start where the parameter is not given. */
function indexIn(values: Value[], value: Value | undefined): number {
  return value === undefined ? 0 : Math.max(0, values.indexOf(value))
}

interface PairedList {
  name: string
  choices: Value[]
  boundaries: Value[]
}

/** Each of the wanted values of a parameter with each choice of another. Two choices stand together once. */
function crossed(lists: PairedList[], wanted: (list: PairedList) => Value[]): Parameters[] {
  return lists.flatMap((one, index) =>
    lists
      .filter((other, nth) => (wanted(one) === one.choices ? nth > index : other !== one))
      .flatMap(other =>
        wanted(one).flatMap(value => other.choices.map(choice => ({ [one.name]: value, [other.name]: choice }))),
      ),
  )
}
