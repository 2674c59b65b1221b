import { as, type Node } from '../../../sql/node.ts'
import { changeField, type Operator, without } from '../operator.ts'

/** Drops each column that an UPDATE sets, also that of an ON CONFLICT and of a MERGE; one must remain. */
export const dropSetColumn: Operator = {
  name: 'drop-set-column',
  mutate: path => {
    const targets = setTargets(path.node)
    if (targets.length < 2) return []
    return targets.flatMap((target, index) => {
      const { name, val } = as(target, 'ResTarget') ?? {}
      // `(a, b) = (…)` is one assignment in several targets, none of which can be dropped alone.
      if (name === undefined || val === undefined || 'MultiAssignRef' in val) return []
      return [changeField(path, 'targetList', without(targets, index), [`${name} = `, val], target)]
    })
  },
}

function setTargets(node: Node): Node[] {
  const merge = as(node, 'MergeWhenClause')
  const holder =
    as(node, 'UpdateStmt') ?? as(node, 'OnConflictClause') ?? (merge?.commandType === 'CMD_UPDATE' && merge)
  return holder ? (holder.targetList ?? []) : []
}
