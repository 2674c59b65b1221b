// Lists in which one element is permitted and another is not: a guard may look at the first or at the last element
// alone.

import type { Value } from '../plan/plan.ts'
import type { Parameters } from './parameters.ts'
import { isJson } from './value-types.ts'

export interface ListParameter {
  name: string
  type: string
  /** The values that the parameter is tried with. */
  values: Value[]
}

/**
 * The call with the elements of other lists after and before those of each of its lists: `{11,12}` and `{12,11}` for
 * `{11}`. A second list of the same length grows with the first, since a query may read the two side by side.
 */
export function mixedCalls(start: Parameters, parameters: ListParameter[]): Parameters[] {
  const lists = parameters.flatMap(({ name, type, values }) => {
    const own = elementsOf(type, start[name] ?? null)
    return own.length === 0 ? [] : [{ name, type, own, others: values.filter(value => value !== start[name]) }]
  })
  return lists.flatMap(({ name, type, own, others }) => {
    const sameLength = lists.filter(list => list.name !== name && list.own.length === own.length)
    return others
      .map(value => elementsOf(type, value))
      .filter(({ length }) => length > 0)
      .flatMap(other => {
        const grown = sameLength.map(list => {
          const more = other.map((_, index) => list.own[index % list.own.length] ?? '')
          return [list.name, listOf(list.type, [...list.own, ...more])]
        })
        return [
          [...own, ...other],
          [...other, ...own],
        ].map(mixed => ({ ...start, ...Object.fromEntries(grown), [name]: listOf(type, mixed) }))
      })
  })
}

const ELEMENT = /"(?:[^"\\]|\\.)*"|[^",]+/g

/** The elements as the list writes them; none for a value that is no list, or that is a list of lists. */
export function elementsOf(type: string, value: Value): string[] {
  if (value === null) return []
  if (!isJson(type)) return /^\{([^{}]*)\}$/.exec(value)?.[1]?.match(ELEMENT) ?? []
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list.map(element => JSON.stringify(element)) : []
  } catch {
    return []
  }
}

export function listOf(type: string, elements: string[]): string {
  return isJson(type) ? `[${elements.join(',')}]` : `{${elements.join(',')}}`
}
