// Values that stand in a list or could be another of their kind: IN lists, enum literals, trusted parameters.

import { as, type Node } from '../../../sql/node.ts'
import { type Operator, replacing, type Site, without } from '../../tree/node-path.ts'
import { parameterName, parameterNumber } from '../../tree/numbered-parameters.ts'

/** Removes each value of an IN list, or of the array in `= ANY (ARRAY[…])`. */
export const dropListValue: Operator = site => {
  const values = listedValues(site)
  if (values.length < 2) return []
  return values.map((value, index) => {
    const rest = without(values, index)
    const list: Node = 'List' in site.node ? { List: { items: rest } } : { A_ArrayExpr: { elements: rest } }
    return { ...replacing('drop-list-value', site, list, [value, ' in ', site.parent?.node ?? site.node]), at: value }
  })
}

/** Swaps a literal of an enum for the next value of that enum. */
export const swapEnumValue: Operator = (site, { enums = [] }) => {
  const literal = as(site.node, 'A_Const')?.sval?.sval
  if (literal === undefined) return []
  const siblings = siblingLiterals(site)
  const homes = enums.filter(values => [...siblings].every(value => values.includes(value)))
  const shared = (homes[0] ?? []).filter(value => homes.every(values => values.includes(value)))
  // A literal that several enums know may be of any of them; a value that all of them know is right for each.
  const lists = shared.length > 1 ? [shared] : homes
  const others = lists.map(values => nextValue(values, literal, siblings)).filter(value => value !== undefined)
  return [...new Set(others)].map(sval => replacing('swap-enum-value', site, { A_Const: { sval: { sval } } }))
}

/** Swaps a parameter that the server sets for a declared one with the same stem, such as one that the client sends. */
export const swapParameter: Operator = (site, { parameters, context = [] }) => {
  const name = parameterName(as(site.node, 'ParamRef')?.number, parameters)
  if (name === undefined || !context.includes(name)) return []
  return parameters
    .filter(other => other !== name && haveSameStem(name, other))
    .map(other => replacing('swap-parameter', site, { ParamRef: { number: parameterNumber(other, parameters) } }))
}

/** `org_id` and `target_org_id` have the same stem, `org_id` and `user_id` have not. */
function haveSameStem(one: string, other: string): boolean {
  const [short, long] = [stemOf(one), stemOf(other)].sort((a, b) => a.length - b.length)
  return short !== undefined && short.length > 0 && short.every(word => long?.includes(word))
}

function stemOf(name: string): string[] {
  return name.split('_').filter(word => word !== '' && word !== 'id' && word !== 'ids' && word !== 'p')
}

function listedValues(site: Site): Node[] {
  const owner = as(site.parent?.node, 'A_Expr')
  if (site.field !== 'rexpr') return []
  if (owner?.kind === 'AEXPR_IN') return as(site.node, 'List')?.items ?? []
  if (owner?.kind === 'AEXPR_OP_ANY' || owner?.kind === 'AEXPR_OP_ALL')
    return as(site.node, 'A_ArrayExpr')?.elements ?? []
  return []
}

function siblingLiterals(site: Site): Set<string> {
  const list = as(site.parent?.node, 'List')?.items ?? as(site.parent?.node, 'A_ArrayExpr')?.elements ?? [site.node]
  return new Set(list.map(item => as(item, 'A_Const')?.sval?.sval).filter(value => value !== undefined))
}

function nextValue(values: readonly string[], literal: string, taken: Set<string>): string | undefined {
  const start = values.indexOf(literal)
  return [...values.slice(start + 1), ...values.slice(0, start)].find(value => !taken.has(value))
}
