// Conditions of a query without whose row a function does nothing: in its WHERE and FROM, they only restrict.

import { as, lastName, type Node } from '../../sql/node.ts'
import type { OperatorContext } from '../operators/operator.ts'
import type { NodePath } from '../tree/node-path.ts'
import { outwards } from './is-restricting.ts'

/** What is known at a node: by the rows of a gate, nothing is decided but whether there is one. */
export function contextAt(path: NodePath, context: OperatorContext): OperatorContext {
  return context.isGate && isOfRows(path) ? { ...context, isDeciding: false } : context
}

/** Whether a node stands where it only decides which rows the outermost statement has. */
function isOfRows(path: NodePath): boolean {
  const around = outwards(path)
  const wrapper = around.findIndex(isWrapper)
  // `SELECT proof_deciding((SELECT …))`: the statement stands in a sub-query in the call.
  const statement = wrapper < 0 ? around.length - 1 : wrapper - 2
  const isInsert = 'InsertStmt' in (around[statement]?.node ?? {})
  const inner = isInsert && around[statement - 1]?.field === 'selectStmt' ? statement - 1 : statement
  return FIELDS.includes(around[inner - 1]?.field ?? '')
}

const FIELDS = ['whereClause', 'fromClause', 'usingClause', 'onConflictClause']

const isWrapper = ({ node }: { node: Node }) => lastName(as(node, 'FuncCall')?.funcname) === 'proof_deciding'
