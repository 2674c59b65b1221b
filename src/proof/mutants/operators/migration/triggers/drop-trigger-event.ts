import { as } from '../../../../sql/node.ts'
import type { Operator } from '../../operator.ts'
import { EVENTS, triggerName } from './trigger.ts'

/** AFTER INSERT OR DELETE to AFTER INSERT: one event is missed. */
export const dropTriggerEvent: Operator = {
  name: 'drop-trigger-event',
  mutate: path => {
    const trigger = as(path.node, 'CreateTrigStmt')
    if (trigger === undefined) return []
    const { events = 0 } = trigger
    const own = Object.entries(EVENTS).filter(([, bit]) => (events & bit) > 0)
    if (own.length < 2) return []
    return own.map(([name, bit]) => ({
      what: [`${triggerName(trigger)}: ${name}`],
      edits: [
        { keys: [...path.bodyKeys, 'events'], value: events & ~bit },
        // The columns of UPDATE OF go with it.
        ...(name === 'UPDATE' ? [{ keys: [...path.bodyKeys, 'columns'], value: undefined }] : []),
      ],
    }))
  },
}
