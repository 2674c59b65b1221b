// Two lists that belong together, such as ids and their versions, where one of them is too short or too long, or has a
// NULL: the query may take the one version for all ids, or no version at all for one of them.

import { elementsOf, type ListParameter, listOf } from './mixed-lists.ts'
import type { Parameters } from './parameters.ts'
import type { PlannedCall } from './planned-call.ts'

/** How many elements of other calls are tried as the second of two. */
const MOST_SECONDS = 3

/** An element of the first list, and what stands beside it in the second. */
interface Couple {
  one: string
  other: string
}

/**
 * The call with two elements in one list, and with one, with three and with a NULL in another: `{11,12}` with `{1}`, with
 * `{1,1,1}` and with `{null,1}`. Both elements are permitted: they are sent in calls that work. Last, `{null,11}` with
 * `{1,null}`: a query that drops each NULL by itself puts elements together that do not belong together.
 */
export function unequalCalls(start: Parameters, works: Parameters[], lists: ListParameter[]): PlannedCall[] {
  return lists.flatMap(one =>
    lists
      .filter(other => other.name !== one.name)
      .flatMap(other =>
        twoCouples(start, works, one, other).flatMap(([first, second]) => {
          const ones = [first.one, second.one]
          const sent: [string[], string[]][] = [
            [ones, [first.other]],
            [ones, [first.other, second.other, second.other]],
            [ones, ['null', second.other]],
            [
              ['null', first.one],
              [first.other, 'null'],
            ],
          ]
          return sent.map(([elements, others]) => ({
            parameters: {
              ...start,
              [one.name]: listOf(one.type, elements),
              [other.name]: listOf(other.type, others),
            },
            reason: 'lists' as const,
            why: `${one.name} × ${other.name}: two elements with one, three and a NULL`,
          }))
        }),
      ),
  )
}

/** The first two couples of the call; or its only one with couples of other calls, those with the same `other` first. */
function twoCouples(
  start: Parameters,
  works: Parameters[],
  one: ListParameter,
  other: ListParameter,
): [Couple, Couple][] {
  const [first, second] = couplesOf(start, one, other)
  if (!first) return []
  if (second) return [[first, second]]
  const seconds = works.flatMap(call => couplesOf(call, one, other)).filter(couple => couple.one !== first.one)
  const isAlike = (couple: Couple) => Number(couple.other === first.other)
  return seconds
    .toSorted((a, b) => isAlike(b) - isAlike(a))
    .slice(0, MOST_SECONDS)
    .map(couple => [first, couple])
}

function couplesOf(call: Parameters, one: ListParameter, other: ListParameter): Couple[] {
  const others = elementsOf(other.type, call[other.name] ?? null)
  const elements = elementsOf(one.type, call[one.name] ?? null)
  return elements.flatMap((element, nth) => {
    const beside = others[nth] ?? others.at(-1)
    return beside === undefined ? [] : [{ one: element, other: beside }]
  })
}
