import { as } from '../../../../sql/node.ts'
import { changeField, type Operator, without } from '../../operator.ts'
import { triggerName } from './trigger.ts'

/** UPDATE OF a, b to UPDATE OF a: a change of b is missed. */
export const dropTriggerColumn: Operator = {
  name: 'drop-trigger-column',
  mutate: path => {
    const trigger = as(path.node, 'CreateTrigStmt')
    const columns = trigger?.columns ?? []
    if (trigger === undefined || columns.length < 2) return []
    return columns.map((column, index) =>
      changeField(path, 'columns', without(columns, index), [
        `${triggerName(trigger)}: UPDATE OF ${as(column, 'String')?.sval}`,
      ]),
    )
  },
}
