import { as, type Node, nodesIn } from '../../../sql/node.ts'
import { changeField, type Operator, without } from '../operator.ts'

/** Drops a CTE that writes and that nothing else reads: the audit row that is not written. */
export const dropWrite: Operator = {
  name: 'drop-write',
  mutate: path => {
    const ctes = as(path.node, 'WithClause')?.ctes ?? []
    return ctes.flatMap((cte, index) => {
      const { ctename, ctequery } = as(cte, 'CommonTableExpr') ?? {}
      if (ctename === undefined || !isWrite(ctequery)) return []
      const rest = without(ctes, index)
      if (path.parent === undefined || isRead(ctename, path.parent.node, cte)) return []
      const what = ctequery === undefined ? [ctename] : [`${ctename}: `, ctequery]
      if (rest.length > 0) return [changeField(path, 'ctes', rest, what, cte)]
      return [{ what, edits: [{ keys: path.keys, value: undefined }], at: cte }]
    })
  },
}

function isWrite(query: Node | undefined): boolean {
  return query !== undefined && ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'].some(kind => kind in query)
}

/** Whether a statement reads one of its CTEs anywhere but in that CTE itself. */
function isRead(name: string, statement: Node, cte: Node): boolean {
  const inside = new Set(nodesIn(cte))
  return nodesIn(statement).some(node => {
    const table = as(node, 'RangeVar')
    return !inside.has(node) && table?.relname === name && table.schemaname === undefined
  })
}
