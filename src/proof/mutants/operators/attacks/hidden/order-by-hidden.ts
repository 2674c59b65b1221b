import { hasAggregate } from '../../../../sql/aggregates.ts'
import { as, type Node } from '../../../../sql/node.ts'
import { expression } from '../../../tree/expression.ts'
import { changeField, type Operator } from '../../operator.ts'
import { hiddenColumnsOf, isPlainSelect } from '../tables.ts'

/** Rows in the order of a column that a rule hides: `ORDER BY t.secret`, before the order that was. */
export const orderByHidden: Operator = {
  name: 'order-by-hidden',
  mutate: (path, context) => {
    const select = as(path.node, 'SelectStmt')
    if (select === undefined || !isPlainSelect(select) || select.targetList?.some(hasAggregate)) return []
    if (select.sortClause === undefined && path.parent !== undefined) return []
    return hiddenColumnsOf(path.node, context).flatMap(({ sql }) =>
      (['SORTBY_ASC', 'SORTBY_DESC'] as const).map(direction => {
        const node = expression(sql)
        const sort: Node = { SortBy: { node, sortby_dir: direction, sortby_nulls: 'SORTBY_NULLS_DEFAULT' } }
        const what = ['ORDER BY ', node, direction === 'SORTBY_DESC' ? ' DESC' : '']
        return changeField(path, 'sortClause', [sort, ...(select.sortClause ?? [])], what, select.sortClause?.[0])
      }),
    )
  },
}
