import { as } from '../../../sql/node.ts'
import { TRUE } from '../../tree/constants.ts'
import { type Operator, replaceNode } from '../operator.ts'

/** EXISTS (…) to true. */
export const existsToTrue: Operator = {
  name: 'exists-to-true',
  mutate: path => (as(path.node, 'SubLink')?.subLinkType === 'EXISTS_SUBLINK' ? [replaceNode(path, TRUE)] : []),
}
