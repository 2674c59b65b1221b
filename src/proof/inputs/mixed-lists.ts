// Lists of a client's that hold what works and something else: a guard may look at the first element, or the last, alone.

import type { Value } from '../plan/plan.ts'
import type { Parameters } from './parameters.ts'

export interface ListParameter {
  name: string
  type: string
  /** Values that are tried in it. */
  values: Value[]
}

/** The call with each list in it mixed with others, behind and before. Lists as long as that one grow with it. */
export function mixedCalls(start: Parameters, parameters: ListParameter[]): Parameters[] {
  const lists = parameters.flatMap(({ name, type, values }) => {
    const own = elementsOf(type, start[name] ?? null)
    return own.length === 0 ? [] : [{ name, type, own, others: values.filter(value => value !== start[name]) }]
  })
  return lists.flatMap(({ name, type, own, others }) => {
    const beside = lists.filter(one => one.name !== name && one.own.length === own.length)
    return others
      .map(value => elementsOf(type, value))
      .filter(({ length }) => length > 0)
      .flatMap(other => {
        const grown = beside.map(one => {
          const more = other.map((_, at) => one.own[at % one.own.length] ?? '')
          return [one.name, listOf(one.type, [...one.own, ...more])]
        })
        return [
          [...own, ...other],
          [...other, ...own],
        ].map(mixed => ({ ...start, ...Object.fromEntries(grown), [name]: listOf(type, mixed) }))
      })
  })
}

const ELEMENT = /"(?:[^"\\]|\\.)*"|[^",]+/g

/** As text, as they stand in the list; none where it is no list, or one of lists. */
function elementsOf(type: string, value: Value): string[] {
  if (value === null) return []
  if (!isJson(type)) return /^\{([^{}]*)\}$/.exec(value)?.[1]?.match(ELEMENT) ?? []
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list.map(element => JSON.stringify(element)) : []
  } catch {
    return []
  }
}

function listOf(type: string, elements: string[]): string {
  return isJson(type) ? `[${elements.join(',')}]` : `{${elements.join(',')}}`
}

function isJson(type: string): boolean {
  return /^jsonb?$/.test(type)
}
