import { as } from '../../../../sql/node.ts'
import { conjunctsOf, joinConditions } from '../../../tree/conditions.ts'
import { expression } from '../../../tree/expression.ts'
import { changeField, type Operator } from '../../operator.ts'
import { clientParameters, isNumeric, isText } from '../parameters.ts'
import { hiddenColumnsOf, isPlainSelect } from '../tables.ts'

/** An error that tells of a hidden column: a division by zero where the client has guessed its value, or from 100 on. */
export const failOnHidden: Operator = {
  name: 'fail-on-hidden',
  mutate: (path, context) => {
    const select = as(path.node, 'SelectStmt')
    if (select?.whereClause === undefined || !isPlainSelect(select)) return []
    const { whereClause } = select
    return hiddenColumnsOf(path.node, context)
      .flatMap(({ sql, type }) => [
        ...clientParameters(context)
          .filter(one => isText(one.type))
          .map(one => `${sql}::text = ${one.sql}`),
        ...(isNumeric(type) ? [`${sql} > 100`] : []),
      ])
      .map(fails => {
        const more = expression(`1 / (CASE WHEN ${fails} THEN 0 ELSE 1 END) = 1`)
        const value = joinConditions('AND_EXPR', [...conjunctsOf(whereClause), more])
        return changeField(path, 'whereClause', value, ['AND ', more], whereClause)
      })
  },
}
