import { as } from '../../../sql/node.ts'
import { isConstant } from '../../tree/constants.ts'
import type { NodePath } from '../../tree/node-path.ts'
import { type Operator, replaceNode } from '../operator.ts'

/** LEAST(:size, 100), or a CASE in a LIMIT, to :size: the page size that the client sends has no upper bound. */
export const unclamp: Operator = {
  name: 'unclamp',
  mutate: path => {
    const extreme = as(path.node, 'MinMaxExpr')
    const choice = isInLimit(path) ? as(path.node, 'CaseExpr') : undefined
    const results = (choice?.args ?? []).map(when => as(when, 'CaseWhen')?.result)
    const values = [...(extreme?.args ?? []), ...results, choice?.defresult].filter(node => node !== undefined)
    // GREATEST(:size, 1) only prevents an error; GREATEST of two columns decides something.
    if (extreme?.op === 'IS_GREATEST' && values.some(isConstant)) return []
    return values.filter(value => !isConstant(value)).map(value => replaceNode(path, value))
  },
}

function isInLimit({ field, parent }: NodePath): boolean {
  if (field === 'limitCount') return true
  return parent !== undefined && !('SelectStmt' in parent.node) && isInLimit(parent)
}
