import { as } from '../../../sql/node.ts'
import { type Operator, replaceNode } from '../operator.ts'

/** COALESCE(x, y) to x. */
export const dropCoalesce: Operator = {
  name: 'drop-coalesce',
  mutate: path => {
    const [first, ...defaults] = as(path.node, 'CoalesceExpr')?.args ?? []
    return first === undefined || defaults.length === 0 ? [] : [replaceNode(path, first)]
  },
}
