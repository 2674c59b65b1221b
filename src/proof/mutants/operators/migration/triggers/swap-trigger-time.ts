import { as, lastName } from '../../../../sql/node.ts'
import { changeField, type Operator } from '../../operator.ts'
import { AFTER, BEFORE, INSTEAD, triggerName } from './trigger.ts'

/**
 * BEFORE to AFTER, and the other way round, for each row. After the change, a trigger can no longer change the row. A
 * trigger that only looks at the row and raises an error does the same at both times.
 */
export const swapTriggerTime: Operator = {
  name: 'swap-trigger-time',
  mutate: (path, { bodies }) => {
    const trigger = as(path.node, 'CreateTrigStmt')
    if (!trigger?.row || trigger.isconstraint || trigger.timing === INSTEAD) return []
    if (trigger.transitionRels !== undefined) return []
    const isBefore = trigger.timing === BEFORE
    const body = bodies?.[lastName(trigger.funcname)]
    if (isBefore && body !== undefined && !mattersBefore(body)) return []
    const what = `${triggerName(trigger)}: ${isBefore ? 'BEFORE → AFTER' : 'AFTER → BEFORE'}`
    return [changeField(path, 'timing', isBefore ? AFTER : BEFORE, [what])]
  },
}

/** Whether the function changes the row, leaves it out, or looks at tables or calls others. */
function mattersBefore(body: string): boolean {
  return /\bnew\s*(?:\.\s*\w+\s*)?:?=|\binto\s+(?:strict\s+)?new\b|\breturn\s+(?:null|old)\b|\bfrom\b(?!\s+(?:old|new)\b)|\bupdate\b|\bdelete\b|\binsert\b|\bperform\b|\bexecute\b/i.test(
    body.replace(/\bdistinct\s+from\b/gi, '<>').replace(/'[^']*'/g, "''"),
  )
}
