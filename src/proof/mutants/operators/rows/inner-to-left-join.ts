import { as } from '../../../sql/node.ts'
import { changeField, type Operator } from '../operator.ts'

/** JOIN to LEFT JOIN: too many rows are kept. */
export const innerToLeftJoin: Operator = {
  name: 'inner-to-left-join',
  mutate: path => {
    const join = as(path.node, 'JoinExpr')
    if (join?.rarg === undefined || join.jointype !== 'JOIN_INNER') return []
    // CROSS JOIN has no condition that could fail, and a LEFT JOIN cannot be written without a condition.
    if (join.quals === undefined && join.usingClause === undefined && !join.isNatural) return []
    return [changeField(path, 'jointype', 'JOIN_LEFT', ['JOIN ', join.rarg, ' → LEFT JOIN'], join.rarg)]
  },
}
