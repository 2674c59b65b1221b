import { argumentsOf, joinConditions } from '../../tree/conditions.ts'
import { type Operator, replaceNode } from '../operator.ts'

/** `a OR b` to `a AND b`. */
export const orToAnd: Operator = {
  name: 'or-to-and',
  mutate: path => {
    const args = argumentsOf(path.node, 'OR_EXPR')
    return args === undefined ? [] : [replaceNode(path, joinConditions('AND_EXPR', args), [path.node])]
  },
}
