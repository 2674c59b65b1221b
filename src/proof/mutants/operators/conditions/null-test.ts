import { as } from '../../../sql/node.ts'
import { type Operator, replaceNode } from '../operator.ts'

/** IS NULL to IS NOT NULL and back. */
export const nullTest: Operator = {
  name: 'null-test',
  mutate: path => {
    const test = as(path.node, 'NullTest')
    if (test === undefined) return []
    const nulltesttype = test.nulltesttype === 'IS_NULL' ? 'IS_NOT_NULL' : 'IS_NULL'
    return [replaceNode(path, { NullTest: { ...test, nulltesttype } })]
  },
}
