import { hasAggregate } from '../../../../sql/aggregates.ts'
import { as } from '../../../../sql/node.ts'
import type { Operator } from '../../operator.ts'
import { addColumn } from '../output.ts'
import { isNumeric } from '../parameters.ts'
import { hiddenColumnsOf, isPlainSelect } from '../tables.ts'

/** A column of the result that tells something of a hidden one: `t.secret IS NOT NULL AS has_secret`, if it may be NULL. */
export const flagOfHidden: Operator = {
  name: 'flag-of-hidden',
  mutate: (path, context) => {
    const select = as(path.node, 'SelectStmt')
    if (select === undefined || !isPlainSelect(select) || select.targetList?.some(hasAggregate)) return []
    return hiddenColumnsOf(path.node, context).flatMap(({ sql, column, type, table }) =>
      [
        ...(context.attack?.required[table]?.includes(column) ? [] : [`${sql} IS NOT NULL`]),
        isNumeric(type) ? `${sql} > 100` : `length(${sql}::text) > 8`,
      ].flatMap(flag => addColumn(path, context, flag, `has_${column}`)),
    )
  },
}
