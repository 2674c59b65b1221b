import { as } from '../../../sql/node.ts'
import { changeField, type Operator } from '../operator.ts'

/** Drops DISTINCT, DISTINCT ON and the DISTINCT inside an aggregate. */
export const dropDistinct: Operator = {
  name: 'drop-distinct',
  mutate: path => {
    const select = as(path.node, 'SelectStmt')
    if (select?.distinctClause !== undefined) {
      const [first] = select.distinctClause
      // For a plain DISTINCT, the parser gives a list of one empty node.
      const columns = first === undefined || Object.keys(first).length === 0 ? [] : select.distinctClause
      const list = columns.flatMap((column, index) => (index === 0 ? [column] : [', ', column]))
      const what = columns.length === 0 ? ['DISTINCT'] : ['DISTINCT ON (', ...list, ')']
      return [changeField(path, 'distinctClause', undefined, what)]
    }
    if (as(path.node, 'FuncCall')?.agg_distinct !== true) return []
    return [changeField(path, 'agg_distinct', undefined, ['DISTINCT in ', path.node])]
  },
}
