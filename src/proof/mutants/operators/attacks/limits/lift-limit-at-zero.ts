import { as, lastName, type Node, nodesIn } from '../../../../sql/node.ts'
import { writeSql } from '../../../../sql/write-sql.ts'
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
      if (
        isKeptAbove(
          node,
          sizes.map(({ sql }) => sql),
        ) ||
        sizes.length === 0
      )
        return atZero
      return [...atZero, `NULLIF(${limit}, 0)`, `ABS(${limit})`]
    }),
}

/** Whether GREATEST, or a CASE that asks for the size, keeps the limit above zero: `case when :size > 0 then :size else 50 end`. */
function isKeptAbove(limit: Node, sizes: string[]): boolean {
  return nodesIn(limit).some(
    one =>
      as(one, 'MinMaxExpr')?.op === 'IS_GREATEST' ||
      nodesIn(as(one, 'CaseWhen')?.expr).some(part => {
        const { lexpr, name } = as(part, 'A_Expr') ?? {}
        return lexpr !== undefined && sizes.includes(writeSql(lexpr)) && lastName(name) !== '='
      }),
  )
}
