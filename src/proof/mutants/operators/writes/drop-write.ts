// What a statement changes: a column that is no longer set, an audit row that is no longer written.

import { as, descendants, type Node } from '../../../sql/node.ts'
import { changing, type Operator, without } from '../../tree/node-path.ts'

/** Drops each column that an UPDATE (also of ON CONFLICT and MERGE) sets; one must remain. */
export const dropSetColumn: Operator = site => {
  const targets = setTargets(site.node)
  if (targets.length < 2) return []
  return targets.flatMap((target, index) => {
    const { name, val } = as(target, 'ResTarget') ?? {}
    // `(a, b) = (…)` is one assignment in several targets, which cannot be told apart.
    if (name === undefined || val === undefined || 'MultiAssignRef' in val) return []
    return [changing('drop-set-column', site, 'targetList', without(targets, index), [`${name} = `, val], target)]
  })
}

/** Drops a data-modifying CTE that nothing else reads: the audit row that is not written. */
export const dropWrite: Operator = site => {
  const ctes = as(site.node, 'WithClause')?.ctes ?? []
  return ctes.flatMap((cte, index) => {
    const { ctename, ctequery } = as(cte, 'CommonTableExpr') ?? {}
    if (ctename === undefined || !isWrite(ctequery)) return []
    const rest = without(ctes, index)
    if (site.parent === undefined || isRead(ctename, withoutCte(site.parent.node, cte))) return []
    const what = ctequery === undefined ? [ctename] : [`${ctename}: `, ctequery]
    if (rest.length > 0) return [changing('drop-write', site, 'ctes', rest, what, cte)]
    return [{ operator: 'drop-write', what, edits: [{ path: site.path, value: undefined }], at: cte }]
  })
}

function setTargets(node: Node): Node[] {
  const merge = as(node, 'MergeWhenClause')
  const holder =
    as(node, 'UpdateStmt') ?? as(node, 'OnConflictClause') ?? (merge?.commandType === 'CMD_UPDATE' && merge)
  return holder ? (holder.targetList ?? []) : []
}

function isWrite(query: Node | undefined): boolean {
  return query !== undefined && ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'].some(kind => kind in query)
}

/** Every node of a statement but those of one of its CTEs. */
function* withoutCte(statement: Node, cte: Node): Generator<Node> {
  const inside = new Set(descendants(cte))
  for (const node of descendants(statement)) if (!inside.has(node)) yield node
}

function isRead(name: string, nodes: Iterable<Node>): boolean {
  for (const node of nodes) {
    const table = as(node, 'RangeVar')
    if (table?.relname === name && table.schemaname === undefined) return true
  }
  return false
}
