import { as } from '../../../sql/node.ts'
import type { NodePath } from '../../tree/node-path.ts'
import { type Operator, replaceNode } from '../operator.ts'

/** Swaps a literal of an enum for the next value of that enum: `'DRAFT'` to `'SENT'`. */
export const swapEnumValue: Operator = {
  name: 'swap-enum-value',
  mutate: (path, { enums = [] }) => {
    const literal = as(path.node, 'A_Const')?.sval?.sval
    if (literal === undefined) return []
    const literals = literalsOfList(path)
    const fitting = enums.filter(values => [...literals].every(value => values.includes(value)))
    const shared = (fitting[0] ?? []).filter(value => fitting.every(values => values.includes(value)))
    // A literal that several enums have may be of any of them: a value that all of them have is valid in each.
    const candidates = shared.length > 1 ? [shared] : fitting
    const others = candidates.map(values => nextValue(values, literal, literals)).filter(value => value !== undefined)
    return [...new Set(others)].map(sval => replaceNode(path, { A_Const: { sval: { sval } } }))
  },
}

/** The literals of the list in which a literal stands, itself among them. */
function literalsOfList({ node, parent }: NodePath): Set<string> {
  const list = as(parent?.node, 'List')?.items ?? as(parent?.node, 'A_ArrayExpr')?.elements ?? [node]
  return new Set(list.map(item => as(item, 'A_Const')?.sval?.sval).filter(value => value !== undefined))
}

function nextValue(values: readonly string[], literal: string, taken: Set<string>): string | undefined {
  const start = values.indexOf(literal)
  return [...values.slice(start + 1), ...values.slice(0, start)].find(value => !taken.has(value))
}
