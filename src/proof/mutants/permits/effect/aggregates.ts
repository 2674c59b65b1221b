import { as, type Body, lastName, type Node } from '../../../sql/node.ts'
import { walkTree } from '../../../sql/walk-tree.ts'

const AGGREGATES =
  /^(?:count|sum|min|max|avg|every|any_value|mode|bool_(?:and|or)|bit_(?:and|or|xor)|percentile_\w+|\w*_agg(?:_\w+)?|(?:range|xml)agg|stddev\w*|var(?:iance|_\w+)|corr|covar_\w+|regr_\w+|rank|dense_rank|cume_dist)$/

/** Whether the rows of a SELECT are computed from many rows, so that another row more changes those that are there. */
export function isAggregated(select: Node | undefined): boolean {
  const { targetList, havingClause, sortClause } = as(select, 'SelectStmt') ?? {}
  let found = false
  walkTree([targetList, sortClause, havingClause], true, object => {
    // What a sub-query aggregates is its own.
    if ('SelectStmt' in object) return undefined
    const call = as(object as unknown as Node, 'FuncCall')
    if (call && (AGGREGATES.test(lastName(call.funcname)) || call.over || call.agg_star || call.agg_filter))
      found = true
    return true
  })
  return found
}

/** Whether a function computes its value from many rows. */
export function isAggregate({ funcname, over, agg_star, agg_filter }: Body<'FuncCall'>): boolean {
  return AGGREGATES.test(lastName(funcname)) || Boolean(over || agg_star || agg_filter)
}
