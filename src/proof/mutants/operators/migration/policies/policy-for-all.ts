import { as } from '../../../../sql/node.ts'
import { changeField, type Operator } from '../../operator.ts'
import { policyName } from './policy.ts'

/** FOR SELECT to FOR ALL: who may read may write. A policy FOR INSERT has no USING, and FOR ALL would add nothing. */
export const policyForAll: Operator = {
  name: 'policy-for-all',
  mutate: path => {
    const { cmd_name: command = 'all', qual } = as(path.node, 'CreatePolicyStmt') ?? {}
    if (command === 'all' || qual === undefined) return []
    return [changeField(path, 'cmd_name', 'all', [`${policyName(path.node)}: FOR ${command.toUpperCase()} → FOR ALL`])]
  },
}
