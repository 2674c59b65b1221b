import { argumentsOf, joinConditions } from '../../tree/conditions.ts'
import { type Operator, replaceNode, without } from '../operator.ts'

/** Drops each branch of an OR: `a OR b` to `a`, and to `b`. */
export const dropOrBranch: Operator = {
  name: 'drop-or-branch',
  mutate: path => {
    const args = argumentsOf(path.node, 'OR_EXPR') ?? []
    return args.map((arg, index) => ({
      ...replaceNode(path, joinConditions('OR_EXPR', without(args, index)), [arg]),
      at: arg,
    }))
  },
}
