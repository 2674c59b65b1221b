import { nodesIn } from '../../../../sql/node.ts'
import type { Operator } from '../../operator.ts'
import { changeLimit } from '../limited.ts'
import { clientParameters, parametersIn } from '../parameters.ts'

/** A limit that a page size of zero or below lifts: `NULLIF(limit, 0)`, `ABS(limit)`. */
export const liftLimitAtZero: Operator = {
  name: 'lift-limit-at-zero',
  mutate: (path, context) =>
    changeLimit(path, context, (limit, node) => {
      const named = parametersIn(node, context)
      const sizes = clientParameters(context).filter(({ name }) => named.has(name))
      const atZero = sizes.map(({ sql }) => `CASE WHEN ${sql} = 0 THEN NULL ELSE ${limit} END`)
      // GREATEST keeps the limit above zero, and below it the result of LEAST is negative.
      const isKeptAbove = nodesIn(node).some(one => 'MinMaxExpr' in one && one.MinMaxExpr.op === 'IS_GREATEST')
      if (isKeptAbove || sizes.length === 0) return atZero
      return [...atZero, `NULLIF(${limit}, 0)`, `ABS(${limit})`]
    }),
}
