import { as } from '../../../../sql/node.ts'
import { argumentsOf, negated } from '../../../tree/conditions.ts'
import { changeField, type Operator } from '../../operator.ts'

/** WHEN (a AND b) to WHEN (NOT (a AND b)). */
export const negateWhen: Operator = {
  name: 'negate-when',
  mutate: path => {
    const { whenClause: condition } = as(path.node, 'CreateTrigStmt') ?? {}
    if (condition === undefined || argumentsOf(condition, 'NOT_EXPR')) return []
    return [changeField(path, 'whenClause', negated(condition), ['WHEN (', condition, ') → NOT'], condition)]
  },
}
