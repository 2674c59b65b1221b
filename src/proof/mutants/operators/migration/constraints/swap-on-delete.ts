import { as } from '../../../../sql/node.ts'
import { changeField, type Operator } from '../../operator.ts'
import { ACTIONS, targetOf } from './constraint.ts'

/** Another action, which differs where a row that is pointed at is deleted. */
const OTHER: Record<string, string> = { a: 'c', r: 'c', c: 'a', n: 'c', d: 'a' }

/** ON DELETE CASCADE to no action, SET NULL to CASCADE, and no action to CASCADE. */
export const swapOnDelete: Operator = {
  name: 'swap-on-delete',
  mutate: path => {
    const key = as(path.node, 'Constraint')
    const action = key?.fk_del_action ?? ''
    const other = OTHER[action]
    if (key?.contype !== 'CONSTR_FOREIGN' || other === undefined) return []
    const what = `foreign key to ${targetOf(key)}: ON DELETE ${ACTIONS[action]} → ${ACTIONS[other]}`
    return [changeField(path, 'fk_del_action', other, [what])]
  },
}
