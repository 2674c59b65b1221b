import { argumentsOf, joinConditions } from '../../tree/conditions.ts'
import { type Operator, replaceNode } from '../operator.ts'

/** `a AND b` to `a OR b`: the forgotten parentheses. */
export const andToOr: Operator = {
  name: 'and-to-or',
  mutate: path => {
    const args = argumentsOf(path.node, 'AND_EXPR')
    return args === undefined ? [] : [replaceNode(path, joinConditions('OR_EXPR', args), [path.node])]
  },
}
