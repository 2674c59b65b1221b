import { as } from '../../../sql/node.ts'
import { isNullConstant } from '../../tree/constants.ts'
import type { Operator } from '../operator.ts'

/** Drops LIMIT, or FETCH FIRST. */
export const dropLimit: Operator = {
  name: 'drop-limit',
  mutate: path => {
    const limit = as(path.node, 'SelectStmt')?.limitCount
    if (limit === undefined || isNullConstant(limit)) return []
    const edits = [
      { keys: [...path.bodyKeys, 'limitCount'], value: undefined },
      { keys: [...path.bodyKeys, 'limitOption'], value: 'LIMIT_OPTION_DEFAULT' },
    ]
    return [{ what: ['LIMIT ', limit], edits, at: limit }]
  },
}
