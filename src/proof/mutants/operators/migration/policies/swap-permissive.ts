import { as } from '../../../../sql/node.ts'
import { changeField, type Operator } from '../../operator.ts'
import { policyName } from './policy.ts'

/** AS RESTRICTIVE to AS PERMISSIVE, and the other way round. */
export const swapPermissive: Operator = {
  name: 'swap-permissive',
  mutate: path => {
    const policy = as(path.node, 'CreatePolicyStmt')
    if (policy === undefined) return []
    const isPermissive = policy.permissive === true
    const change = isPermissive ? 'PERMISSIVE → RESTRICTIVE' : 'RESTRICTIVE → PERMISSIVE'
    return [changeField(path, 'permissive', isPermissive ? undefined : true, [`${policyName(path.node)}: ${change}`])]
  },
}
