import { as, lastName } from '../../../../sql/node.ts'
import { quoted } from '../../../../sql/sql-text.ts'
import { expression } from '../../../tree/expression.ts'
import { type Operator, replaceNode } from '../../operator.ts'

/** A period in days to one in months, which are not the same on every day: `30 days` to `1 month`. */
export const daysToMonths: Operator = {
  name: 'days-to-months',
  mutate: path => {
    const cast = as(path.node, 'TypeCast')
    const text = as(cast?.arg, 'A_Const')?.sval?.sval ?? ''
    const days = Number(/^(\d+) days?$/.exec(text)?.[1] ?? 0)
    if (lastName(cast?.typeName?.names) !== 'interval' || days === 0 || days % 30 !== 0) return []
    const months = `${days / 30} month${days === 30 ? '' : 's'}`
    return [replaceNode(path, expression(`interval ${quoted(months)}`))]
  },
}
