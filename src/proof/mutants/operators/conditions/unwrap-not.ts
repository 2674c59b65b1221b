import { argumentsOf } from '../../tree/conditions.ts'
import { type Operator, replaceNode } from '../operator.ts'
import { withoutNot } from './without-not.ts'

/** Takes a NOT away: NOT x, NOT IN, NOT BETWEEN, NOT LIKE. */
export const unwrapNot: Operator = {
  name: 'unwrap-not',
  mutate: path => {
    const [inner] = argumentsOf(path.node, 'NOT_EXPR') ?? []
    const positive = inner ?? withoutNot(path.node)
    return positive === undefined ? [] : [replaceNode(path, positive)]
  },
}
