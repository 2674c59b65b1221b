import type { Operator } from '../../operator.ts'
import { loosen } from '../guards.ts'
import { clientParameters, isNumeric } from '../parameters.ts'
import { columnsOf } from '../tables.ts'

/** A guard that falls from a high number on: `guard OR :amount >= 10000`, or the same of a column of a row. */
export const loosenPastAmount: Operator = {
  name: 'loosen-past-amount',
  mutate: (path, context) =>
    loosen(path, context, ({ statement }) => {
      const columns = columnsOf(statement.node, context).filter(
        ({ table, column }) => !/(?:^|_)(?:id|no)$/.test(column) && !context.attack?.checked[table]?.includes(column),
      )
      return [...clientParameters(context), ...columns]
        .filter(({ type }) => isNumeric(type))
        .map(({ sql }) => `${sql} >= 10000`)
    }),
}
