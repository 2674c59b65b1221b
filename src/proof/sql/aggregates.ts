import { as, lastName, type Node, nodesIn } from './node.ts'

const AGGREGATES = new Set([
  ...['count', 'sum', 'avg', 'min', 'max', 'every', 'bool_and', 'bool_or', 'any_value'],
  ...['array_agg', 'string_agg', 'json_agg', 'jsonb_agg', 'json_object_agg', 'jsonb_object_agg'],
])

/** Whether a node is the call of an aggregate: `count(*)`, but not `count(*) OVER ()`. */
export function isAggregate(node: Node): boolean {
  const call = as(node, 'FuncCall')
  return call !== undefined && call.over === undefined && AGGREGATES.has(lastName(call.funcname))
}

/** Whether an expression has an aggregate. One in a subquery counts too, though it belongs to the subquery. */
export function hasAggregate(expression: Node): boolean {
  return nodesIn(expression).some(isAggregate)
}
