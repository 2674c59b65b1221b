import { as } from '../../../../sql/node.ts'
import type { Operator } from '../../operator.ts'
import { dropStatement } from '../drop-statement.ts'
import { triggerName } from './trigger.ts'

/** Leaves out CREATE TRIGGER. */
export const dropTrigger: Operator = {
  name: 'drop-trigger',
  mutate: path => {
    const trigger = as(path.node, 'CreateTrigStmt')
    return trigger === undefined ? [] : [dropStatement(path, triggerName(trigger))]
  },
}
