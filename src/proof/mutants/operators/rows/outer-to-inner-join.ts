import { as } from '../../../sql/node.ts'
import { changeField, type Operator } from '../operator.ts'

const WORDS: Record<string, string> = { JOIN_LEFT: 'LEFT JOIN ', JOIN_RIGHT: 'RIGHT JOIN ', JOIN_FULL: 'FULL JOIN ' }

/** LEFT JOIN, RIGHT JOIN and FULL JOIN to JOIN: rows get lost. */
export const outerToInnerJoin: Operator = {
  name: 'outer-to-inner-join',
  mutate: path => {
    const join = as(path.node, 'JoinExpr')
    if (join?.rarg === undefined || join.jointype === 'JOIN_INNER') return []
    const what = [WORDS[join.jointype ?? ''] ?? 'JOIN ', join.rarg, ' → JOIN']
    return [changeField(path, 'jointype', 'JOIN_INNER', what, join.rarg)]
  },
}
